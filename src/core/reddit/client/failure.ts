import type { FailureKind } from '../stream.ts';

interface Facts {
  kind: FailureKind;
  /** True if the subreddit or item is the cause; false if any other call would have failed as well. */
  ofStream: boolean;
  /** Whether to retry soon. */
  passing?: boolean;
  /** UTC ms before which a retry is pointless. */
  retryAt?: number | null;
  status?: number | null;
  cause?: unknown;
}

/** Reddit couldn't be read; the message may be shown to users. */
export class RedditFailure extends Error {
  override readonly name = 'RedditFailure';
  readonly kind: FailureKind;
  readonly ofStream: boolean;
  readonly passing: boolean;
  readonly retryAt: number | null;
  readonly status: number | null;
  constructor(message: string, { kind, ofStream, passing = false, retryAt = null, status = null, cause }: Facts) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.ofStream = ofStream;
    this.passing = passing;
    this.retryAt = retryAt;
    this.status = status;
  }
}

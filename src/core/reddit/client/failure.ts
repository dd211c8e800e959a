import type { FailureKind } from '../stream.ts';

interface Facts {
  kind: FailureKind;
  /** True when the community or item asked for is the cause, false when any other call would have failed alike. */
  ofStream: boolean;
  /** True when the same read may work in a moment. */
  passing?: boolean;
  /** UTC ms before which another try is useless. */
  retryAt?: number | null;
  status?: number | null;
  cause?: unknown;
}

/** Reddit could not be read; the message is in words for people. */
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

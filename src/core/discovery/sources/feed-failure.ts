import type { FailureKind } from '#core/reddit/stream.ts';

/** A feed could not be read; the message is for people. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure';
  readonly kind: FailureKind;
  /** UTC ms before which another try is useless. */
  readonly retryAt: number | null;
  constructor(message: string, kind: FailureKind, retryAt: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAt = retryAt;
  }
}

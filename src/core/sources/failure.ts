import type { FailureKind } from '#core/reddit/stream.ts';

/** A stream couldn't be read; the message may be shown to users. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  readonly kind: FailureKind;
  /** UTC ms before which a retry is pointless. */
  readonly retryAt: number | null;
  constructor(message: string, kind: FailureKind, retryAt: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAt = retryAt;
  }
}

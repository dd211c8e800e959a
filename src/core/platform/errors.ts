import type { ErrorCode, ErrorDetail } from '#shared/errors.ts';

interface Options {
  details?: ErrorDetail[];
  cause?: unknown;
  /** Seconds to wait before retrying; sent as Retry-After. */
  retryAfter?: number;
}

/** An expected failure whose message may be shown to users. Any other error is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;
  constructor(code: ErrorCode, message: string, { details, cause, retryAfter }: Options = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

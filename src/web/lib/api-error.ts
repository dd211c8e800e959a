import { errorBodySchema, errorStatus, type ErrorCode, type ErrorDetail } from '#shared/errors.ts';

interface Facts {
  code: ErrorCode;
  /** 0 when no answer came. */
  status: number;
  /** What the server said, where it said something for people. */
  serverMessage?: string | undefined;
  details?: readonly ErrorDetail[];
  requestId?: string | undefined;
  /** Set on the answer 401: the session was ended, the request was not sent again. */
  retried?: boolean;
}

/** A call that did not work; the message is fit to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retried: boolean;

  constructor(message: string, facts: Facts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = facts.code;
    this.status = facts.status;
    this.serverMessage = facts.serverMessage;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId;
    this.retried = facts.retried ?? false;
  }

  /** The same failure in other words. */
  saying(message: string): ApiError {
    return new ApiError(message, this, this);
  }
}

const unreachable = 'Earshot cannot be reached. Check your connection and try again.';
const unclear = 'Earshot gave an answer that could not be read. Try again in a moment.';

export const unreachableError = (cause: unknown): ApiError => new ApiError(unreachable, { code: 'unavailable', status: 0 }, cause);

function codeOf(status: number): ErrorCode {
  const known = Object.entries(errorStatus).find(([, number]) => number === status);
  if (known) return known[0] as ErrorCode;
  if (status === 502 || status === 504) return 'unavailable';
  return status >= 500 ? 'internal' : 'invalid';
}

/** Reads `{error, message, details, requestId}`; a proxy's page or an empty body still becomes an error with words. */
export function errorOf(status: number, body: unknown, retried: boolean): ApiError {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return new ApiError(unclear, { code: codeOf(status), status, retried });
  const { error: code, message, details, requestId } = parsed.data;
  return new ApiError(message || unclear, {
    code,
    status,
    requestId,
    retried,
    ...(message && { serverMessage: message }),
    ...(details && { details }),
  });
}

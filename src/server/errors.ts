import type { Middleware } from 'koa';
import { storageFailure } from '#core/platform/db/failure.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Log } from '#core/platform/log.ts';
import { errorStatus, type ErrorBody } from '#shared/errors.ts';
import type { ServerState } from './state.ts';

/** An `invalid` request for which HTTP has a more specific status than 400. */
export class RequestError extends AppError {
  readonly status: 405 | 408 | 413 | 415;
  constructor(status: 405 | 408 | 413 | 415, message: string) {
    super('invalid', message);
    this.status = status;
  }
}

const statusOf = (error: AppError): number => (error instanceof RequestError ? error.status : errorStatus[error.code]);

function bodyOf(error: AppError, requestId: string): ErrorBody {
  return { error: error.code, message: error.message, ...(error.details && { details: error.details }), requestId };
}

/**
 * Turns every error into the contract's error shape. Unexpected errors are logged in full, but only their request ID is returned.
 */
export function errorBoundary(log: Log): Middleware<ServerState> {
  return async (ctx, next) => {
    try {
      await next();
      const { body, method, status } = ctx;
      if (method === 'OPTIONS' && status === 200) ctx.status = 204;
      if (body === undefined && status === 404) throw new AppError('not_found', 'Not found');
      if (body === undefined && (status === 405 || status === 501)) throw new RequestError(405, `${method} does not work here`);
    } catch (thrown) {
      const known = thrown instanceof AppError;
      const { requestId } = ctx.state;
      if (!known) log.error({ err: thrown, id: requestId }, 'request failed');
      const error = known
        ? thrown
        : (storageFailure(thrown) ??
          new AppError('internal', 'Something went wrong. Try again. If it keeps failing, report it with the request ID.'));
      if (error.retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
      if (statusOf(error) === 401 && !ctx.res.hasHeader('WWW-Authenticate')) ctx.set('WWW-Authenticate', 'Bearer');
      ctx.status = statusOf(error);
      ctx.body = bodyOf(error, requestId);
    }
  };
}

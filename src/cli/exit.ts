import { ConfigError } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** 0 success, 1 failure, 2 wrong usage or configuration, 3 not found, 4 refused (locked, limits). */
const exitOf: Record<ErrorCode, number> = {
  invalid: 2,
  unauthenticated: 4,
  forbidden: 4,
  not_found: 3,
  conflict: 4,
  too_many: 4,
  unavailable: 1,
  internal: 1,
};

/** Lines for stderr and the exit status of an error. Bugs keep their stack. */
export function explain(error: unknown): { lines: string[]; status: number } {
  if (error instanceof ConfigError) {
    return { lines: ['The configuration has problems:', ...error.problems.map(({ path, message }) => `  ${path}: ${message}`)], status: 2 };
  }
  if (error instanceof AppError) {
    return {
      lines: [error.message, ...(error.details ?? []).map(({ path, message }) => `  ${path}: ${message}`)],
      status: exitOf[error.code],
    };
  }
  return { lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)], status: 1 };
}

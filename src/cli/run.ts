import { CommanderError } from 'commander';
import type { ErrorCode, ErrorDetail } from '#shared/errors.ts';
import { ConfigError } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { buildProgram } from './program.ts';

/** 0 success, 1 failure, 2 wrong usage or configuration, 3 not found, 4 refused (locked, limits). */
const exitOf: Record<ErrorCode, number> = {
  invalid: 2,
  unauthenticated: 4,
  forbidden: 4,
  not_found: 3,
  other_workspace: 4,
  conflict: 4,
  too_many: 4,
  unavailable: 1,
  internal: 1,
};

/** Lines for stderr and the exit status of an error. Bugs keep their stack. */
function explain(error: unknown): { lines: string[]; status: number } {
  if (error instanceof ConfigError) {
    return { lines: ['The configuration has problems:', ...error.problems.map(({ path, message }) => `  ${path}: ${message}`)], status: 2 };
  }
  if (error instanceof AppError) {
    const more = (error.details ?? []).filter(({ message }) => message !== error.message);
    return {
      lines: [error.message, ...more.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`))],
      status: exitOf[error.code],
    };
  }
  return { lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)], status: 1 };
}

/** The same as JSON, in the form of the API. */
function errorBody(error: unknown): { error: ErrorCode; message: string; details?: ErrorDetail[] } {
  if (error instanceof ConfigError) return { error: 'invalid', message: 'The configuration has problems', details: [...error.problems] };
  if (error instanceof AppError) return { error: error.code, message: error.message, ...(error.details && { details: error.details }) };
  return { error: 'internal', message: error instanceof Error ? error.message : String(error) };
}

const printJson = (error: unknown): boolean => process.stdout.write(`${JSON.stringify(errorBody(error), null, 2)}\n`);

/** Runs one command line. Errors become lines on stderr and an exit status; with `--json`, also JSON on stdout. */
export async function run(argv: readonly string[]): Promise<void> {
  const end = argv.indexOf('--');
  const wantsJson = argv.slice(0, end === -1 ? undefined : end).includes('--json');
  try {
    await buildProgram().parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      if (wantsJson && error.exitCode !== 0) printJson(new AppError('invalid', error.message.replace(/^error: /, '')));
      return;
    }
    if (wantsJson) printJson(error);
    const { lines, status } = explain(error);
    for (const line of lines) process.stderr.write(`${line}\n`);
    process.exitCode = status;
  }
}

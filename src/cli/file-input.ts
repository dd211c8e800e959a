import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import type * as z from 'zod';
import { AppError } from '#core/platform/errors.ts';
import { checkAgainst } from '#shared/issue-messages.ts';

const reasons: Record<string, string> = { EACCES: 'its permissions forbid it', EISDIR: 'it is a folder' };

function unreadable(file: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new AppError('not_found', `Couldn't read ${file}${reasons[code] ? `: ${reasons[code]}` : ''}`, { cause });
}

/** Content of a file, or of standard input for `-`. Throws `not_found`. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

/** Throws `not_found` before any work for a file that can't be read. */
export function requireFile(file: string): void {
  try {
    accessSync(file, constants.R_OK);
    const found = statSync(file);
    if (found.isDirectory()) throw Object.assign(new Error('A folder'), { code: 'EISDIR' });
    if (!found.isFile()) throw new Error('Not a file');
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function parseText(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new AppError('invalid', `${file} isn't valid JSON or YAML`, { cause });
  }
}

/** Parses a campaign from JSON or YAML by the schema. Throws `not_found`, or `invalid` with every problem of the file. */
export function readCampaign<S extends z.ZodType>(
  file: string,
  schema: S,
  reshape: (value: unknown) => unknown = (value) => value,
): z.output<S> {
  const result = checkAgainst(schema, reshape(parseText(file, readText(file))));
  if ('data' in result) return result.data;
  const details = result.details.map(({ path, message }) => ({ path: path || '(file)', message }));
  throw new AppError('invalid', `${file} isn't a valid campaign`, { details });
}

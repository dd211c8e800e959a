import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import type * as z from 'zod';
import { checkAgainst } from '#shared/issue-messages.ts';
import { type StreamKindName, streamKinds } from '#shared/sources.ts';
import { AppError } from '#core/platform/errors.ts';

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

interface PlainParts {
  value: unknown;
  /** Kinds of streams of which the file has a list of names and no list of all streams. */
  named: StreamKindName[];
  /** Where the file has what the schema finds at a path: `subreddits.0` for `streams.2.name`. */
  placeOf: (path: string) => string;
}

/** In a file, rules may be plain lines, and each kind of stream a list of names: `subreddits: [freelance]`. */
function readPlainParts(value: unknown): PlainParts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value, named: [], placeOf: (path) => path };
  const fields = Object.fromEntries(Object.entries(value)) as Record<string, unknown>;
  if (Array.isArray(fields['rules']))
    fields['rules'] = fields['rules'].map((rule: unknown) => (typeof rule === 'string' ? { text: rule } : rule));
  const { streams = [] } = fields;
  const lists = streamKinds.flatMap(({ kind, only, noun }) => {
    const names = fields[`${noun}s`];
    return only === undefined && Array.isArray(names) ? [{ kind, list: `${noun}s`, names: names as unknown[] }] : [];
  });
  for (const { list } of lists) delete fields[list];
  const added = lists.flatMap(({ kind, list, names }) =>
    names.map((name, index) => ({ place: `${list}.${index}`, stream: { kind, name } })),
  );
  const first = Array.isArray(streams) ? streams.length : 0;
  // Anything but a list stays as it is, for the schema to refuse.
  if (lists.length > 0 && Array.isArray(streams)) fields['streams'] = [...(streams as unknown[]), ...added.map(({ stream }) => stream)];
  return {
    value: fields,
    named: 'streams' in value ? [] : lists.map(({ kind }) => kind),
    placeOf: (path) => added[Number(/^streams\.(\d+)\.name$/.exec(path)?.[1]) - first]?.place ?? path,
  };
}

/** A value from JSON or YAML by the schema. Throws `not_found`, or `invalid` with every problem. */
export function readAs<S extends z.ZodType>(file: string, schema: S, what: string): z.output<S> {
  const result = checkAgainst(schema, parseText(file, readText(file)));
  if ('data' in result) return result.data;
  throw new AppError('invalid', `${file} isn't a valid ${what}`, result);
}

/**
 * Parses a campaign from JSON or YAML by the schema; `named` are the kinds of streams that it lists by their names. Throws
 * `not_found`, or `invalid` with every problem of the file.
 */
export function readCampaign<S extends z.ZodType>(file: string, schema: S): { fields: z.output<S>; named: StreamKindName[] } {
  const { value, named, placeOf } = readPlainParts(parseText(file, readText(file)));
  const result = checkAgainst(schema, value);
  if ('data' in result) return { fields: result.data, named };
  const details = result.details.map(({ path, message }) => ({ path: placeOf(path) || '(file)', message }));
  throw new AppError('invalid', `${file} isn't a valid campaign`, { details });
}

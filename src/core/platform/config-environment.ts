import { readFileSync } from 'node:fs';
import * as z from 'zod';

interface Keys {
  keys: Record<string, unknown>;
  problems: { path: string; message: string }[];
}

const prefix = 'EARSHOT_';
/** Environment variables that aren't configuration keys. */
const reserved = new Set(['EARSHOT_CONFIG', 'EARSHOT_LIVE_AI', 'EARSHOT_TOKEN']);

const capitals = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The environment variable of a key: `http.publicUrl` → `EARSHOT_HTTP__PUBLIC_URL`. */
export const environmentNameOf = (path: string): string => prefix + path.split('.').map(capitals).join('__');

function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) inner = inner.unwrap() as z.ZodType;
  return inner;
}

function findPath(schema: z.ZodType, levels: readonly string[]): string[] | null {
  const [level, ...rest] = levels;
  if (level === undefined) return [];
  const object = unwrap(schema);
  if (!(object instanceof z.ZodObject)) return null;
  const shape = object.shape as Record<string, z.ZodType>;
  const key = Object.keys(shape).find((name) => capitals(name) === level);
  const inner = key === undefined ? undefined : shape[key];
  if (key === undefined || inner === undefined) return null;
  const below = findPath(inner, rest);
  return below && [key, ...below];
}

function put(target: Record<string, unknown>, path: readonly string[], value: string): void {
  let at = target;
  for (const key of path.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>;
  }
  const last = path.at(-1);
  if (last !== undefined) at[last] = value;
}

function secretFrom(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * `EARSHOT_HTTP__PORT=8080` → `{ http: { port: '8080' } }`: uppercase words joined by `_`, levels by `__`. `…_FILE` reads
 * the value from a file. Unknown names are reported as problems.
 */
export function environmentKeys(environment: NodeJS.ProcessEnv, schema: z.ZodType): Keys {
  const keys: Record<string, unknown> = {};
  const problems: Keys['problems'] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || reserved.has(name) || value === undefined) continue;
    const plain = findPath(schema, name.slice(prefix.length).split('__'));
    const ofFile = name.endsWith('_FILE') ? findPath(schema, name.slice(prefix.length, -'_FILE'.length).split('__')) : null;
    if (plain) put(keys, plain, value);
    else if (ofFile) {
      const secret = secretFrom(value);
      if (secret === null) problems.push({ path: name, message: 'The file could not be read' });
      else put(keys, ofFile, secret);
    } else problems.push({ path: name, message: 'Unknown key' });
  }
  return { keys, problems };
}

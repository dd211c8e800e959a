import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Route } from './src/shared/route.ts';

const whole = '?whole';
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Survives a round trip through JSON. */
function isData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isData);
  if (isObject(value)) return Object.values(value).every(isData);
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

const isRoute = (value: unknown): value is Route => isObject(value) && 'method' in value && 'path' in value && 'response' in value;
const isRouteGroup = (value: unknown): value is Record<string, Route> => isObject(value) && Object.values(value).every(isRoute);

/** The part of a route that callers need. Of who may call it, they only ask whether anyone may. */
const callOf = ({ method, path, access, produces }: Route) => ({ method, path, ...(access === 'public' && { access }), produces });
const callsOf = (group: Record<string, Route>) => Object.fromEntries(Object.entries(group).map(([name, route]) => [name, callOf(route)]));

/**
 * Code of a contract module without its schemas: routes are reduced to what a caller needs, constants are inlined, and everything
 * else is imported on demand from `from`, the full module.
 */
export function lightModule(exported: Record<string, unknown>, from: string): string {
  const lines = Object.entries(exported).map(([name, value]) => {
    if (isRouteGroup(value)) return `export const ${name} = ${JSON.stringify(callsOf(value))};`;
    if (isData(value)) return `export const ${name} = ${JSON.stringify(value)};`;
    return `export { ${name} } from ${JSON.stringify(from)};`;
  });
  return `${lines.join('\n')}\n`;
}

/** The contract for browsers, where zod is loaded only with what really validates. */
export function lightContract(folder: string): Plugin {
  return {
    name: 'light-contract',
    async load(id) {
      const isWhole = id.endsWith(whole);
      const file = isWhole ? id.slice(0, -whole.length) : id;
      if (!file.startsWith(folder) || !file.endsWith('.ts')) return null;
      if (isWhole) return { code: await readFile(file, 'utf8'), moduleType: 'ts', moduleSideEffects: false };
      // Node caches modules by URL; the time in it makes a watching build see changes.
      const { mtimeMs } = await stat(file);
      const exported = (await import(`${pathToFileURL(file).href}?${String(mtimeMs)}`)) as Record<string, unknown>;
      return { code: lightModule({ ...exported }, `./${basename(file)}${whole}`), moduleType: 'js', moduleSideEffects: false };
    },
  };
}

import * as z from 'zod';
import { AppError } from '#core/platform/errors.ts';
import { checkAgainst, needsName } from '#shared/issue-messages.ts';
import type { Route } from '#shared/route.ts';
import { isOddText, readJson, readNothing } from './body.ts';
import type { ServerContext } from './state.ts';

/** JSON up to 64 KiB or 1 MiB; `stream`: the handler reads the request itself. */
export type BodySize = 'small' | 'large' | 'stream';

const bodyLimits = { small: 64 * 1024, large: 1024 * 1024 };
const maxQueryLength = 4096;
const unknownKey = 'Unknown key';
/** Clients append it to any path, so that no cache answers. */
const cacheBuster = '_t';

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = checkAgainst(schema, value);
  if ('data' in result) return result.data;
  const { details } = result;
  const { path = '', message = 'Something is missing' } = details[0] ?? {};
  throw new AppError('invalid', path !== '' && needsName(message) ? `${path}: ${message}` : message, { details });
}

function paramsOf(route: Route, ctx: ServerContext): unknown {
  const parsed = route.params?.safeParse(ctx['params']);
  if (parsed?.success === false) throw new AppError('not_found', 'Not found');
  return parsed?.data;
}

/** Keys that a query schema knows; null if it says none, as a union does. */
function keysOf(schema: z.ZodType | undefined): ReadonlySet<string> | null {
  if (schema === undefined) return new Set();
  if (schema instanceof z.ZodPipe) return keysOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? new Set(Object.keys(schema.shape)) : null;
}

/** Other sites and email programs append keys of their own (`utm_source`) to public links, so only other routes refuse them. */
const knownKeys = ({ access, query }: Route): ReadonlySet<string> | null => (access === 'public' ? null : keysOf(query));

function refuseUnknown(given: object, known: ReadonlySet<string> | null): void {
  const unknown = known === null ? [] : Object.keys(given).filter((key) => key !== cacheBuster && !known.has(key));
  if (unknown.length === 0) return;
  const details = unknown.map((path) => ({ path, message: unknownKey }));
  throw new AppError('invalid', `${unknown[0] ?? ''}: ${unknownKey}`, { details });
}

function queryOf(route: Route, ctx: ServerContext, known: ReadonlySet<string> | null): unknown {
  if (ctx.querystring.length > maxQueryLength) throw new AppError('invalid', `The query string can be at most ${maxQueryLength} bytes`);
  const texts = Object.values(ctx.query).flat();
  if (texts.some((text) => text !== undefined && isOddText(text))) throw new AppError('invalid', 'Text must not contain NUL characters');
  refuseUnknown(ctx.query, known);
  return route.query && parse(route.query, ctx.query);
}

async function bodyOf(route: Route, ctx: ServerContext, size: BodySize): Promise<unknown> {
  if (size === 'stream') return undefined;
  if (route.body) return parse(route.body, await readJson(ctx.req, bodyLimits[size]));
  return readNothing(ctx.req, bodyLimits.small);
}

/** Reads what a request gives to its route. A malformed id can't exist, hence 404. */
export function createInputReader(route: Route, size: BodySize) {
  const known = knownKeys(route);
  return async (ctx: ServerContext) => ({
    params: paramsOf(route, ctx),
    query: queryOf(route, ctx, known),
    body: await bodyOf(route, ctx, size),
  });
}

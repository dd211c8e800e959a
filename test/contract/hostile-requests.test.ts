import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errorBodySchema, errorStatus } from '#shared/errors.ts';
import type { Route } from '#shared/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { keyOf, rows } from '#test/security/rows.ts';
import { makeWorld, type World } from '#test/security/world.ts';
import type { Answer } from '#test/support/serve.ts';

const json = { 'content-type': 'application/json' };
const values = [
  'null',
  '1e999',
  '-1',
  '1.5',
  '""',
  '" "',
  '[null]',
  '{"a":[]}',
  'true',
  '9007199254740993',
  '"\\u0000"',
  '"+275760-09-13T00:00:00.000Z"',
  `"${'x'.repeat(11_000)}"`,
];
const queryValues = ['', '-1', '1e999', '1.5', 'null', '%00', '%F0%9F%98%80', "'", '%', '0000-01-01', '9999-12-31', 'x'.repeat(2000)];
/** Phrases of the schema library that mean nothing to users. */
const jargon =
  /Invalid (?:input|option|ISO|URL|discriminator)|expected (?:string|number|int|array|object|boolean)|received|NaN|Too (?:big|small)|undefined/;

/** Keys of a schema, including those inside unions and pipes. */
function keysOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap((option) => keysOf(option as z.ZodType)))];
  if (schema instanceof z.ZodPipe) return keysOf(schema.in as z.ZodType);
  return [];
}

const isKnownStatus = (status: number, code: keyof typeof errorStatus): boolean =>
  errorStatus[code] === status || (code === 'invalid' && [405, 413, 415].includes(status));

/** What is wrong with the form of an error response; null if it is correct. */
function faultOf({ status, json: body }: Answer): string | null {
  if (status < 400) return null;
  const error = errorBodySchema.strict().safeParse(body);
  if (!error.success) return 'is not in the shape of an error';
  if (status >= 500 && error.data.error !== 'unavailable') return 'is a failure of ours';
  if (!isKnownStatus(status, error.data.error)) return `says ${error.data.error}`;
  const words = [error.data.message, ...(error.data.details ?? []).map(({ message }) => message)];
  return words.some((each) => each === '' || jargon.test(each)) ? `says “${words.join(' ')}”` : null;
}

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

function addressOf(route: Route): string {
  const row = rows[keyOf(route)];
  return route.path
    .replace(':id', row?.id ? world[row.id] : (row?.name ?? '999999'))
    .replace(/:(userId|invitationId)/, '999999')
    .replace(/:(name|chart|token)/, row?.name ?? 'none');
}

function send(route: Route, init: RequestInit, query = ''): Promise<Answer> {
  const who = route.access === 'admin' ? world.as.admin : world.as.owner;
  return who.send(route.method, `${addressOf(route)}${query}`, init);
}

async function faultsOf(sent: readonly [what: string, answer: Promise<Answer>][]): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, answer] of sent) {
    const { status, text } = await answer;
    const fault = faultOf(await answer);
    if (fault !== null) faults.push(`${what.slice(0, 60)}: ${status} ${fault} ${text.slice(0, 200)}`);
  }
  return faults;
}

const named = (routes: readonly Route[]) => routes.map((route) => [keyOf(route), route] as const);
const takesBody = allRoutes.filter(({ body }) => body !== undefined);
const takesQuery = allRoutes.filter(({ query }) => query !== undefined);
const takesFile = allRoutes.filter(({ path }) => /^\/import\/(?:file|inspect)$/.test(path));
const takesNothing = allRoutes.filter(
  (route) => route.method !== 'GET' && !route.body && !takesFile.includes(route) && !route.path.endsWith('webhook'),
);

describe('a request body', () => {
  test.each(named(takesBody))("of %s that isn't valid JSON is rejected with a readable message", async (_, route) => {
    const bad = ['', '{', 'null', '[]', '1', '"x"', 'true', '[{}]', '{"a":1e999,}', 'a=1'];
    const answers = bad.map((body) => [body, send(route, { headers: json, body })] as [string, Promise<Answer>]);
    const foreign = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'];
    for (const type of foreign) answers.push([type, send(route, { headers: { 'content-type': type }, body: '{}' })]);
    answers.push(['no body', send(route, {})]);
    expect(await faultsOf(answers)).toEqual([]);
    const statuses = await Promise.all(answers.map(async ([, answer]) => (await answer).status));
    expect(statuses.slice(0, bad.length).filter((status) => status !== 400)).toEqual([]);
    expect(statuses.slice(bad.length)).toEqual([415, 415, 415, 415]);
  });

  test.each(named(takesBody))('of %s with an unknown key is rejected with its path', async (key, route) => {
    const own = rows[key]?.body?.(world) ?? {};
    const answer = await send(route, { headers: json, body: JSON.stringify({ ...own, zzz: 1 }) });
    expect(answer.status).toBe(400);
    expect(errorBodySchema.parse(answer.json).details).toContainEqual({ path: 'zzz', message: 'Unknown key' });
  });

  test.each(named(takesBody))('of %s with an invalid value anywhere never causes an internal error', async (key, route) => {
    const own = (rows[key]?.body?.(world) ?? {}) as Record<string, unknown>;
    const names = keysOf(route.body);
    expect(names.length).toBeGreaterThan(0);
    const bodies = names.flatMap((name) => {
      const { [name]: _, ...others } = own;
      const rest = JSON.stringify(others).slice(1);
      return values.map((value) => `{${JSON.stringify(name)}:${value}${rest === '}' ? '' : ','}${rest}`);
    });
    bodies.push('{}');
    expect(await faultsOf(bodies.map((body) => [body, send(route, { headers: json, body })]))).toEqual([]);
  });

  test.each(named(takesNothing))('of %s is rejected as unexpected', async (_, route) => {
    const answer = await send(route, { headers: json, body: '{"zzz":1}' });
    // An unknown link returns 404, whatever is sent to it.
    expect(answer.status).toBe(route.path.includes(':token') ? 404 : 400);
    expect(faultOf(answer)).toBeNull();
  });

  test.each(named(takesFile))('of %s is rejected unless it is an upload', async (_, route) => {
    const answer = await send(route, { headers: json, body: '{"zzz":1}' });
    expect(answer.status).toBe(415);
    expect(faultOf(answer)).toBeNull();
  });
});

describe('query', () => {
  test.each(named(takesQuery))('of %s never causes an internal error', async (key, route) => {
    const own = rows[key]?.query ?? '?';
    const names = keysOf(route.query);
    expect(names.length).toBeGreaterThan(0);
    const queries = names.flatMap((name) => queryValues.map((value) => `?${name}=${value}&${own.slice(1)}`));
    queries.push(`${own}&zzz=1`, `?${names[0]}=a&${names[0]}=b`);
    expect(await faultsOf(queries.map((query) => [query, send(route, {}, query)]))).toEqual([]);
  });

  test('with an invalid page size is rejected with a readable message', async () => {
    const messageOf = async (limit: string) => errorBodySchema.parse((await world.as.owner.get(`/posts?limit=${limit}`)).json).message;
    expect(await Promise.all(['0', '-1', '101', '1e9', 'x', '1.5'].map(messageOf))).toEqual([
      'limit: At least 1',
      'limit: At least 1',
      'limit: At most 100',
      'limit: At most 100',
      'limit: Must be a number',
      'limit: Must be a whole number',
    ]);
  });
});

describe('the path', () => {
  test.each(named(allRoutes))('%s accepts only its own methods, and lists them', async (_, route) => {
    const path = addressOf(route);
    const options = await world.as.owner.send('OPTIONS', path);
    expect([options.status, options.text]).toEqual([204, '']);
    expect(options.headers.get('allow')?.split(', ')).toContain(route.method);
    const other = await world.as.owner.send('PROPFIND', path);
    expect([other.status, faultOf(other)]).toEqual([405, null]);
  });

  test.each([
    '/nothing',
    '/',
    '',
    '/posts/',
    '/POSTS',
    '/posts//1',
    '/api/posts',
    '/auth',
    '/auth/me/',

    '/leads/1/x',
    '/health.json',
  ])('%s returns 404 as JSON', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await world.as.owner.send(method, path, { headers: { accept: 'text/html' } });
      expect([answer.status, faultOf(answer), answer.headers.get('content-type')]).toEqual([404, null, 'application/json; charset=utf-8']);
    }
  });
});

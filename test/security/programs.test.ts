import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#shared/route.ts';
import { allRoutes } from '#shared/routes.ts';
import type { Api } from '#test/support/serve.ts';
import { isOnPostgres } from '#test/support/test-database.ts';
import { makeWorld, type World } from './world.ts';

/** Areas open to API tokens. A new area stays closed to them until it is added here. */
const open = new Set(
  'campaigns rules import leads posts ai follow-ups archived reddit reddit-vibe-analysis reddit-health-simple search subreddits views notifications dashboard analytics blacklist feedback competitors voice places companion'.split(
    ' ',
  ),
);
/** Exceptions in these areas: public posting, channels of their user, what gives out tokens, and what changes who sees a campaign. */
const people = /^\/(?:companion\/code|posts\/:id\/post-to-reddit|campaigns\/:id\/(?:feed|move)|notifications\/channels(?:\/.*)?)$/;

const asked = allRoutes.filter(({ access }) => access !== 'public');
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
/** Webhooks of their own, which end with the token. */
const hooks = new Set(['POST /notifications/channels', 'PATCH /notifications/channels/:id', 'DELETE /notifications/channels/:id']);
/** Lists elsewhere that a program needs to know who may answer, and what waits. */
const lists = new Set(['GET /auth/me', 'GET /approvals', 'GET /reddit-oauth/accounts']);
const isOpen = ({ method, path }: Route): boolean =>
  lists.has(nameOf({ method, path } as Route)) ||
  hooks.has(nameOf({ method, path } as Route)) ||
  (open.has(path.split('/')[1] ?? '') && !people.test(path));

let world: World;
let reading: Api;
let writing: Api;
beforeAll(async () => {
  world = await makeWorld();
  // Tokens of an admin, to show what even those can't do.
  const make = async (scope: 'read' | 'write'): Promise<Api> => {
    const { token } = (await world.as.admin.post('/tokens', { name: scope, scope })).json as { token: string };
    return world.server.api(token);
  };
  [reading, writing] = [await make('read'), await make('write')];
});
afterAll(() => world.close());

const call = (api: Api, { method, path }: Route) =>
  api.send(
    method,
    path.replace(':id', '999999').replace(/:(?:name|chart)/, 'x'),
    method === 'GET' ? {} : { body: '{"unknown":1}', headers: { 'content-type': 'application/json' } },
  );

describe('API token', () => {
  test.each(asked.map((route) => [nameOf(route), route] as const))('has the declared access to %s', async (_, route) => {
    const refused = new Set([401, 403]);
    const wrote = await call(writing, route);
    const read = await call(reading, route);
    expect(refused.has(wrote.status), `write token: ${wrote.status} ${wrote.text}`).toBe(!isOpen(route));
    expect(refused.has(read.status), `read token: ${read.status} ${read.text}`).toBe(!isOpen(route) || route.method !== 'GET');
  });

  test('of the browser extension only scores and saves', async () => {
    const { code } = await world.server.core.accounts.tokens.makePairingCode(world.owner);
    const { token } = await world.server.core.accounts.tokens.pair({ code, browser: 'Chrome' }, '192.0.2.7');
    const extension = world.server.api(token);
    const reached: string[] = [];
    for (const route of asked) if (![401, 403].includes((await call(extension, route)).status)) reached.push(nameOf(route));
    expect(reached).toEqual(['POST /companion/score', 'POST /companion/save']);
    expect(
      (await world.server.api(token).send('POST', '/../mcp', { body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(403);
  });

  test('opens no socket and no session', async () => {
    const { token } = (await world.as.owner.post('/tokens', { name: 'Mine', scope: 'write' })).json as { token: string };
    await expect(world.server.core.accounts.users.sessionFrom(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

/** GET routes that write, and why that is fine. */
const notes = [
  // Checks whether the database is writable with a meaningless value.
  'GET /ready',
  // Recorded in the audit log.
  'GET /auth/me/export',
  'GET /leads/export.csv',
  'GET /leads/export.json',
  'GET /posts/export.csv',
  'GET /posts/export.json',
  // Stores the time of the last visit, for "what happened since".
  'GET /dashboard',
];

// SQLite counts what a connection changes.
test.skipIf(isOnPostgres)('changes nothing by reading, so that an opened link has no effect', async () => {
  const { db } = world.server.core;
  const changes = async (): Promise<number> => (await db.raw<{ n: number }[]>('select total_changes() as n'))[0]?.n ?? 0;
  const ids: [RegExp, string][] = [
    [/^\/campaigns/, world.campaignId],
    [/^\/posts/, world.postId],
    [/^\/leads/, world.leadId],
    [/^\/competitors/, world.competitorId],
  ];
  const wrote: string[] = [];
  for (const route of allRoutes.filter(({ method, access }) => method === 'GET' && access !== 'admin')) {
    const id = ids.find(([area]) => area.test(route.path))?.[1] ?? '1';
    const before = await changes();
    await world.as.owner.get(route.path.replace(':id', id).replace(/:name/, 'freelance').replace(':chart', 'funnel'));
    if ((await changes()) !== before) wrote.push(nameOf(route));
  }
  expect(wrote).toEqual(notes);
});

test('has declared access on every route, and read tokens only call GET', () => {
  const stated = new Set(['none', 'read', 'write', 'companion']);
  expect(allRoutes.filter(({ tokens }) => !stated.has(tokens)).map(nameOf)).toEqual([]);
  expect(allRoutes.filter(({ method, tokens }) => tokens === 'read' && method !== 'GET').map(nameOf)).toEqual([]);
});

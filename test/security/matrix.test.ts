import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountApi } from '#server/api/index.ts';
import { createMetrics } from '#server/metrics.ts';
import { demoRoutes } from '#shared/demo.ts';
import type { Route } from '#shared/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { makeServer, type Api } from '#test/support/serve.ts';
import { keyOf, rows, type Row } from './rows.ts';
import { callers, makeWorld, type Caller, type World } from './world.ts';

const contract: readonly Route[] = [...allRoutes, ...Object.values(demoRoutes)];

function send(api: Api, route: Route, call: { path: string; body: unknown; init: RequestInit | undefined }) {
  if (call.init) return api.send(route.method, call.path, call.init);
  const json = call.body === undefined ? {} : { body: JSON.stringify(call.body), headers: { 'content-type': 'application/json' } };
  return api.send(route.method, call.path, json);
}

function expected(route: Route, row: Row): Record<Caller, number> {
  const signedIn = { anonymous: 401, disabled: 401 };
  if (route.access === 'public') return Object.fromEntries(callers.map((caller) => [caller, row.ok])) as Record<Caller, number>;
  if (route.access === 'admin') return { ...signedIn, other: 403, owner: 403, admin: row.ok };
  const stranger = row.stranger ?? (row.id ? 404 : row.ok);
  return { ...signedIn, other: stranger, admin: stranger, owner: row.ok };
}

describe('list of routes', () => {
  test('is the same in the contract, on the server, and in this matrix', async () => {
    const server = await makeServer();
    const mounted: string[] = [];
    mountApi((route) => void mounted.push(keyOf(route)), server.core, {
      draining: false,
      sockets: () => 0,
      metrics: createMetrics(server.core.bus),
      demoCode: '',
    });
    expect(mounted.sort()).toEqual(contract.map(keyOf).sort());
    expect(Object.keys(rows).sort()).toEqual(contract.map(keyOf).sort());
    await server.close();
  });

  test('has exactly these public routes', () => {
    expect(
      contract
        .filter(({ access, path }) => access !== 'user' && !(access === 'admin' && path.startsWith('/admin/')))
        .map((route) => `${keyOf(route)} ${route.access}`)
        .sort(),
    ).toEqual([
      'DELETE /roadmap/:id/vote public',
      'GET /feeds/:token.atom public',
      'GET /feeds/:token.json public',
      'GET /health public',
      'GET /mail-links/:token public',
      'GET /openapi.json public',
      'GET /public-settings/app public',
      'GET /public-settings/beta-mode public',
      'GET /ready public',
      'GET /reports/:token public',
      'GET /roadmap public',
      'GET /workspaces/invitations/:token public',
      'POST /auth/confirm-email public',
      'POST /auth/forgot-password public',
      'POST /auth/login public',
      'POST /auth/oidc/finish public',
      'POST /auth/oidc/start public',
      'POST /auth/passkeys/challenge public',
      'POST /auth/passkeys/sign-in public',
      'POST /auth/proxy public',
      'POST /auth/register public',
      'POST /auth/reset-password public',
      'POST /auth/undo-email-change public',
      'POST /beta/applications public',
      'POST /beta/verify public',
      'POST /billing/webhook public',
      'POST /companion/pair public',
      'POST /demo/sign-in public',
      'POST /mail-links/:token public',
      'POST /roadmap/:id/vote public',
    ]);
  });

  test('changes nothing by GET', () => {
    expect(contract.filter(({ method, body }) => method === 'GET' && body !== undefined)).toEqual([]);
  });
});

describe('access', () => {
  let shared: World;
  beforeAll(async () => void (shared = await makeWorld()));
  afterAll(() => shared.close());

  test.each(contract.map((route) => [keyOf(route), route] as const))('to %s is as declared', async (key, route) => {
    const row = rows[key];
    if (!row) throw new Error(`${key} has no row in the matrix`);
    const world = route.method === 'GET' ? shared : await makeWorld();
    try {
      const seen: Partial<Record<Caller, number>> = {};
      for (const caller of callers) {
        const address = route.path.replace(':id', row.id ? world[row.id] : (row.name ?? '999999')).replace(/:(name|chart)/, row.name ?? '');
        const path = `${address}${row.query ?? ''}`;
        seen[caller] = (await send(world.as[caller], route, { path, body: row.body?.(world), init: row.init?.() })).status;
      }
      expect(seen).toEqual(expected(route, row));
    } finally {
      if (world !== shared) await world.close();
    }
  });

  test.each(contract.filter(({ path }) => path.includes(':id')).map((route) => [keyOf(route), route] as const))(
    'to %s returns 404 for an invalid id',
    async (key, route) => {
      const ids = ['0', '999999999', '-1', '1e3', '1%20OR%201=1', "1'--", 'null', '1.0', '%00', 'a'.repeat(300), '9'.repeat(30), '..%2f1'];
      const row = rows[key];
      const who = route.access === 'admin' ? shared.as.admin : shared.as.owner;
      const statuses = ids.map((id) =>
        send(who, route, { path: route.path.replace(':id', id), body: row?.body?.(shared), init: undefined }).then(({ status }) => status),
      );
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([404]));
    },
  );
});

describe('lists', () => {
  test.each(['/campaigns', '/posts?status=all', '/leads'])("contain only the caller's own data, even for admins: %s", async (path) => {
    const world = await makeWorld();
    const counts = await Promise.all(
      (['owner', 'other', 'admin'] as const).map(
        async (who) => ((await world.as[who].get(path)).json as { items: unknown[] }).items.length,
      ),
    );
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts.slice(1)).toEqual([0, 0]);
    await world.close();
  });

  test('treat ids of others in a body as unknown', async () => {
    const world = await makeWorld();
    expect((await world.as.other.post('/posts/bulk', { ids: [world.postId], action: 'archive' })).status).toBe(404);
    expect((await world.as.other.post('/import/paste', { text: 'I need invoicing software', campaignId: world.campaignId })).status).toBe(
      404,
    );
    const form = new FormData();
    form.set('campaignId', world.campaignId);
    form.set('file', new Blob(['{}\n']), 'a.jsonl');
    expect((await world.as.other.send('POST', '/import/file', { body: form })).status).toBe(404);
    expect((await world.as.other.get(`/posts?campaignId=${world.campaignId}&status=all`)).status).toBe(404);
    expect((await world.as.other.get(`/leads?campaignId=${world.campaignId}`)).status).toBe(404);
    expect((await world.as.owner.get(`/posts/${world.postId}`)).json).not.toMatchObject({ status: 'archived' });
    const token = (await world.as.owner.post('/posts/bulk', { ids: [world.postId], action: 'archive' })).json as { undoToken: string };
    expect((await world.as.other.post('/posts/undo', { undoToken: token.undoToken })).status).toBe(404);
    expect((await world.as.owner.post('/posts/undo', { undoToken: token.undoToken })).status).toBe(200);
    await world.close();
  });
});

const password = 'owner has a long one';

test("rejects a disabled account's token and correct password", async () => {
  const world = await makeWorld();
  await world.server.core.accounts.users.setDisabled({ kind: 'system' }, 'owner@example.test', true);
  expect((await world.as.owner.get('/auth/me')).status).toBe(401);
  expect((await world.server.api().post('/auth/login', { email: 'owner@example.test', password })).status).toBe(401);
  await world.close();
});

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { io, type Socket } from 'socket.io-client';
import { systemActor } from '#core/platform/actor.ts';
import { allRoutes } from '#shared/routes.ts';
import type { Route } from '#shared/route.ts';
import type { Api } from '#test/support/serve.ts';
import { forClients, keyOf, rows, type Row } from './rows.ts';
import { join, type Joined, makePlace, makeWorld, type Person, type World } from './world.ts';

const roles = ['admin', 'member', 'viewer', 'client'] as const;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** What these people's windows receive from the workspace, by name. */
async function listen({ server, campaignId }: World, people: Record<string, { token: string }>): Promise<Map<string, string[]>> {
  const received = new Map<string, string[]>();
  for (const [name, { token }] of Object.entries(people)) {
    const socket: Socket = io(server.url, { auth: { token }, transports: ['websocket'] });
    open.push(() => socket.disconnect());
    received.set(name, []);
    socket.onAny((event: string, payload: { keys?: string[] }) => received.get(name)?.push(...(payload.keys ?? [event])));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.emit('join-campaign', campaignId);
  }
  return received;
}

/** About the caller or the instance: being in somebody's workspace changes nothing. */
const personal = [
  '/assistants/',
  '/auth/',
  '/billing',
  '/companion/code',
  '/feedback',
  '/reddit-access',
  '/reddit-health-simple/',
  '/reddit-oauth/',
  '/reddit-vibe-analysis/',
  '/reddit/activity',
  '/subreddits',
  '/tokens',
  '/voice',
];
/** What needs an admin of the workspace. */
const managing = new Set([
  'DELETE /campaigns/:id',
  'POST /campaigns/:id/move',
  'POST /campaigns/:id/feed',
  'DELETE /campaigns/:id/feed',
  'POST /notifications/channels',
  'PATCH /notifications/channels/:id',
  'DELETE /notifications/channels/:id',
  ...['test', 'resend'].map((action) => `POST /notifications/channels/:id/${action}`),
  'POST /approvals/:id',
  'PUT /reports/brand',
  ...allRoutes.filter(({ method, path }) => method !== 'GET' && path.startsWith('/reports/schedules')).map(keyOf),
  'PATCH /workspaces/:id',
  'GET /workspaces/:id/invitations',
  'POST /workspaces/:id/invitations',
]);
/** GET, and yet not for those who only read: they take data out, or ask sites. */
const working = new Set([
  'GET /leads/export.csv',
  'GET /leads/export.json',
  'GET /posts/export.csv',
  'GET /posts/export.json',
  'GET /search/reddit',
]);
/** Not GET, and yet for those who only read. */
const reading = new Set([
  'POST /companion/score',
  'POST /notifications/read',
  'POST /posts/:id/reply-check',
  'POST /rules/check',
  'PUT /workspaces/active',
]);
/** The reply of the test data is the owner's. */
const ofItsSender = new Set(['PATCH /schedule/:id', 'DELETE /schedule/:id']);
/** By their own rules, which the tests below are about. */
const ofMembers = new Set(allRoutes.filter(({ path }) => /^\/workspaces\/.*:(?:userId|invitationId|token)/.test(path)).map(keyOf));
const matrix = allRoutes.filter((route) => route.access === 'user' && !ofMembers.has(keyOf(route)));

function expected(route: Route, row: Row): Record<Joined, number> {
  const key = keyOf(route);
  const client = { client: 403 };
  const all = (status: number) => ({ admin: status, member: status, viewer: status, client: forClients.has(key) ? status : 403 });
  if (personal.some((path) => `${route.path}/`.startsWith(path))) return all(row.stranger ?? (row.id ? 404 : row.ok));
  if (managing.has(key)) return { admin: row.ok, member: 403, viewer: 403, ...client };
  if (ofItsSender.has(key)) return { admin: row.ok, member: 403, viewer: 403, ...client };
  const isRead = reading.has(key) || (route.method === 'GET' && !working.has(key));
  return { ...all(row.ok), ...(!isRead && { viewer: 403 }) };
}

async function call(world: World, api: Api, { route, row }: { route: Route; row: Row }): Promise<number> {
  const path = route.path.replace(':id', row.id ? world[row.id] : (row.name ?? '999999')).replace(/:(name|chart)/, row.name ?? '');
  const body = row.body?.(world);
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return (await api.send(route.method, `${path}${row.query ?? ''}`, row.init?.() ?? json)).status;
}

describe('in a workspace', () => {
  let shared: { world: World; people: Record<Joined, Api> };
  beforeAll(async () => {
    const world = await makeWorld();
    const people = await Promise.all(roles.map(async (role) => [role, (await join(world, role)).api] as const));
    shared = { world, people: Object.fromEntries(people) as Record<Joined, Api> };
  });
  afterAll(() => shared.world.close());

  test.each(matrix.map((route) => [keyOf(route), route] as const))('%s is for the roles that may', async (key, route) => {
    const row = rows[key];
    if (!row) throw new Error(`${key} has no row`);
    const wanted = expected(route, row);
    const seen: Partial<Record<Joined, number>> = {};
    for (const role of roles) {
      // Neither reading nor a refusal changes anything.
      const isShared = route.method === 'GET' || wanted[role] === 403;
      const world = isShared ? shared.world : await makePlace();
      seen[role] = await call(world, isShared ? shared.people[role] : (await join(world, role)).api, { route, row });
    }
    expect(seen).toEqual(wanted);
  });

  test("lists hold the owner's data, and in one's own workspace none of it", async () => {
    const world = await makePlace();
    const viewer = await join(world, 'viewer');
    const count = async (path: string) => ((await viewer.api.get(path)).json as { items: unknown[] }).items.length;
    for (const path of ['/campaigns', '/posts?status=all', '/leads', '/follow-ups'])
      expect([path, await count(path)]).not.toEqual([path, 0]);
    expect((await viewer.api.put('/workspaces/active', { id: viewer.id })).status).toBe(200);
    for (const path of ['/campaigns', '/posts?status=all', '/leads', '/follow-ups']) expect([path, await count(path)]).toEqual([path, 0]);
    expect((await viewer.api.get(`/leads/${world.leadId}`)).status).toBe(404);
  });

  test('a tab that shows another one than its session is in neither reads nor changes anything, and can find out', async () => {
    const world = await makePlace();
    const member = await join(world, 'member');
    const send = (id: string, { method, path }: { method: string; path: string }) =>
      member.api.send(method, path, { headers: { 'x-workspace': id } });
    const leads = { method: 'GET', path: '/leads' };
    expect((await send(world.workspaceId, leads)).status).toBe(200);
    expect((await send(member.id, leads)).json).toMatchObject({ error: 'other_workspace' });
    const served = new Set(['/auth/me', '/auth/logout', '/auth/logout-everywhere', '/workspaces']);
    const named = ({ path }: Route) => served.has(path) || path.startsWith('/workspaces/');
    const refused = allRoutes.filter((route) => route.access === 'user' && (!named(route) || keyOf(route) === 'DELETE /auth/me'));
    for (const { method, path } of refused)
      expect([path, (await send(member.id, { method, path: path.replaceAll(/:\w+/g, '1') })).status]).toEqual([path, 409]);
    for (const path of ['/auth/me', '/workspaces', `/workspaces/${world.workspaceId}/members`])
      expect((await send(member.id, { method: 'GET', path })).status).toBe(200);
    await world.as.owner.delete(`/workspaces/${world.workspaceId}/members/${member.id}`);
    expect((await send(world.workspaceId, { method: 'POST', path: '/campaigns' })).status).toBe(409);
    const token = ((await member.api.post('/tokens', { name: 'CRM', scope: 'read' })).json as { token: string }).token;
    const asToken = await world.server.api(token).send('GET', '/leads', { headers: { 'x-workspace': world.workspaceId } });
    expect(asToken.status).toBe(200);
  });

  test("an instance's admin is nobody's member", async () => {
    const world = await makePlace();
    expect((await world.as.admin.put('/workspaces/active', { id: world.workspaceId })).status).toBe(404);
    expect((await world.as.admin.get(`/workspaces/${world.workspaceId}/members`)).status).toBe(404);
    expect((await world.as.admin.post(`/workspaces/${world.workspaceId}/invitations`, {})).status).toBe(404);
  });

  test('nobody gives, changes, or removes a role that is not below their own', async () => {
    const world = await makePlace();
    const [one, other, member, viewer] = [
      await join(world, 'admin'),
      await join(world, 'admin', 'second'),
      await join(world, 'member'),
      await join(world, 'viewer'),
    ];
    const of = (person: Person) => `/workspaces/${world.workspaceId}/members/${person.id}`;
    const statuses = async (api: Api, person: Person) => [
      (await api.patch(of(person), { role: 'admin' })).status,
      (await api.patch(of(person), { role: 'viewer' })).status,
      (await api.delete(of(person))).status,
    ];
    expect(await statuses(viewer.api, member)).toEqual([403, 403, 403]);
    expect(await statuses(member.api, viewer)).toEqual([403, 403, 403]);
    expect(await statuses(one.api, other)).toEqual([403, 403, 403]);
    expect((await one.api.post(`/workspaces/${world.workspaceId}/invitations`, { role: 'admin' })).status).toBe(403);
    expect((await one.api.patch(of(one), { role: 'viewer' })).status).toBe(403);
    expect((await one.api.delete(`/workspaces/${world.workspaceId}/members/${world.workspaceId}`)).status).toBe(404);
    expect((await world.as.owner.delete(`/workspaces/${world.workspaceId}/members/${world.workspaceId}`)).status).toBe(409);
    expect(await statuses(one.api, member)).toEqual([403, 200, 204]);
  });
});

describe('a token', () => {
  const make = async ({ api }: Person, body: object) => ((await api.post('/tokens', body)).json as { token: string }).token;

  test('acts where it was made, with no more than its maker may do now', async () => {
    const world = await makePlace();
    const member = await join(world, 'member');
    const token = world.server.api(await make(member, { name: 'CRM', scope: 'write' }));
    expect((await member.api.put('/workspaces/active', { id: member.id })).status).toBe(200);
    expect((await token.get(`/leads/${world.leadId}`)).status).toBe(200);
    expect((await token.patch(`/leads/${world.leadId}`, { stage: 'contacted' })).status).toBe(200);
    expect((await token.delete(`/campaigns/${world.campaignId}`)).status).toBe(403);
    const own = world.server.api(await make(member, { name: 'Own', scope: 'write' }));
    expect((await own.get(`/leads/${world.leadId}`)).status).toBe(404);
    const path = `/workspaces/${world.workspaceId}/members/${member.id}`;
    expect((await world.as.owner.patch(path, { role: 'viewer' })).status).toBe(200);
    expect((await token.patch(`/leads/${world.leadId}`, { stage: 'new' })).status).toBe(403);
    expect((await token.get(`/leads/${world.leadId}`)).status).toBe(200);
    expect((await world.as.owner.delete(path)).status).toBe(204);
    expect((await token.get('/leads')).status).toBe(401);
    expect((await own.get('/leads')).status).toBe(200);
  });

  test('gives MCP no tool that writes to somebody who only reads', async () => {
    const world = await makePlace();
    const member = await join(world, 'member');
    const token = await make(member, { name: 'Agent', scope: 'write', tools: ['set_lead_stage'] });
    const send = async (): Promise<string> => {
      const answer = await fetch(`${world.server.url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'set_lead_stage', arguments: { id: world.leadId, stage: 'won' } },
        }),
      });
      return answer.text();
    };
    expect(await send()).toContain('won');
    await world.as.owner.patch(`/leads/${world.leadId}`, { stage: 'new' });
    await world.as.owner.patch(`/workspaces/${world.workspaceId}/members/${member.id}`, { role: 'viewer' });
    expect(await send()).toContain('may not use set_lead_stage');
    expect((await world.as.owner.get(`/leads/${world.leadId}`)).json).toMatchObject({ stage: 'new' });
  });
});

describe('whoever leaves', () => {
  test('loses the data at once, and what they made that lets them in', async () => {
    const world = await makePlace();
    const admin = await join(world, 'admin');
    const feed = (await admin.api.post(`/campaigns/${world.campaignId}/feed`)).json as { jsonPath: string };
    const invited = (await admin.api.post(`/workspaces/${world.workspaceId}/invitations`, { role: 'member' })).json as { link: string };
    const channel = { kind: 'webhook', name: 'Mine', target: { url: 'https://hooks.example.com/x' } };
    expect((await admin.api.post('/notifications/channels', channel)).status).toBe(201);
    const owners = (await world.as.owner.post('/notifications/channels', { ...channel, name: 'Moved' })).json as { id: string };
    const target = { url: 'https://hooks.example.com/of-the-admin' };
    expect((await admin.api.patch(`/notifications/channels/${owners.id}`, { target })).status).toBe(200);
    expect((await fetch(`${world.server.url}${feed.jsonPath}`)).status).toBe(200);
    expect((await admin.api.delete(`/workspaces/${world.workspaceId}/members/${admin.id}`)).status).toBe(204);
    expect((await admin.api.get(`/leads/${world.leadId}`)).status).toBe(404);
    expect((await admin.api.get('/auth/me')).json).toMatchObject({ workspace: { id: admin.id, role: 'owner', others: 0 } });
    expect((await fetch(`${world.server.url}${feed.jsonPath}`)).status).toBe(404);
    expect((await admin.api.post(`/workspaces/invitations/${invited.link.split('/').at(-1)}/accept`)).status).toBe(404);
    const { items } = (await world.as.owner.get('/notifications/channels')).json as { items: { name: string; paused: string | null }[] };
    expect(items.filter(({ paused }) => paused?.includes('left')).map(({ name }) => name)).toEqual(['Mine', 'Moved']);
  });

  test('by deleting their account leaves no link that lets them in, not even while its owner is disabled', async () => {
    const world = await makePlace();
    const { users } = world.server.core.accounts;
    const friend = await world.server.member('friend');
    const admins = [await join(world, 'admin', 'first'), await join(world, 'admin', 'second')];
    const links: string[] = [];
    for (const admin of admins) {
      const made = await admin.api.post(`/workspaces/${world.workspaceId}/invitations`, { role: 'viewer' });
      links.push((made.json as { link: string }).link.split('/').at(-1) ?? '');
    }
    await users.deleteUser(systemActor, 'first@example.test');
    await users.setDisabled(systemActor, 'owner@example.test', true);
    await users.deleteUser(systemActor, 'second@example.test');
    await users.setDisabled(systemActor, 'owner@example.test', false);
    for (const link of links)
      expect((await world.server.api(friend.token).post(`/workspaces/invitations/${link}/accept`)).status).toBe(404);
  });

  test.each([
    ['disabled', (world: World) => world.server.core.accounts.users.setDisabled(systemActor, 'owner@example.test', true)],
    ['deleted', (world: World) => world.server.core.accounts.users.deleteUser(systemActor, 'owner@example.test')],
  ])('is told when the owner is %s, and receives nothing after', async (_, end) => {
    const world = await makePlace();
    const member = await join(world, 'member');
    const received = await listen(world, { member });
    await end(world);
    await vi.waitFor(() => expect(received.get('member')).toContain('everything-changed'), 60_000);
    expect((await member.api.get('/auth/me')).json).toMatchObject({ workspace: { id: member.id } });
    received.set('member', []);
    world.server.core.bus.announce(world.workspaceId, ['leads-changed']);
    world.server.core.bus.announce(member.id, ['reddit-account-changed']);
    await vi.waitFor(() => expect(received.get('member')).toContain('reddit-account-changed'), 60_000);
    expect(received.get('member')).not.toContain('leads-changed');
  });

  test('receives nothing either if they left while their window was connecting', async () => {
    const world = await makePlace();
    const member = await join(world, 'member');
    const { users } = world.server.core.accounts;
    const { sessionFrom } = users;
    users.sessionFrom = async (token, address) => {
      const session = await sessionFrom(token, address);
      users.sessionFrom = sessionFrom;
      await world.as.owner.delete(`/workspaces/${world.workspaceId}/members/${member.id}`);
      return session;
    };
    const received = await listen(world, { member });
    await world.as.owner.patch(`/leads/${world.leadId}`, { stage: 'won' });
    world.server.core.bus.announce(member.id, ['reddit-account-changed']);
    await vi.waitFor(() => expect(received.get('member')).toContain('reddit-account-changed'), 60_000);
    expect(received.get('member')).not.toContain('leads-changed');
  });

  test('receives nothing more of it, nor does somebody who switched', async () => {
    const world = await makePlace();
    const [leaver, switcher, viewer] = [await join(world, 'member'), await join(world, 'admin'), await join(world, 'viewer')];
    const received = await listen(world, { leaver, switcher, viewer, owner: { token: world.tokens.owner } });
    await world.as.owner.patch(`/leads/${world.leadId}`, { stage: 'contacted' });
    await vi.waitFor(() => expect([...received.values()].every((keys) => keys.includes('leads-changed'))).toBe(true), 60_000);
    await world.as.owner.delete(`/workspaces/${world.workspaceId}/members/${leaver.id}`);
    await switcher.api.put('/workspaces/active', { id: switcher.id });
    await vi.waitFor(() => expect(received.get('leaver')).toContain('everything-changed'), 60_000);
    await vi.waitFor(() => expect(received.get('switcher')).toContain('everything-changed'), 60_000);
    for (const keys of received.values()) keys.length = 0;
    await world.as.owner.patch(`/leads/${world.leadId}`, { stage: 'won' });
    world.server.core.bus.push({ userId: world.workspaceId, campaignId: world.campaignId }, 'scrape-start', {
      campaignId: world.campaignId,
      runId: '1',
    });
    world.server.core.bus.announce(world.workspaceId, ['reddit-account-changed']);
    await vi.waitFor(() => expect(received.get('owner')).toContain('reddit-account-changed'), 60_000);
    await vi.waitFor(() => expect(received.get('viewer')).toContain('leads-changed'), 60_000);
    expect(received.get('viewer')).not.toContain('reddit-account-changed');
    for (const name of ['leaver', 'switcher']) expect(received.get(name)?.filter((key) => key !== 'everything-changed')).toEqual([]);
  });
});

test('everybody in a workspace, and nobody else, sees who writes a reply, from those who may, until they stop or say nothing for seconds', async () => {
  const world = await makePlace();
  const { server, workspaceId, postId, tokens } = world;
  const [ben, viewer] = [await join(world, 'member'), await join(world, 'viewer')];
  const received: string[] = [];
  const connect = async (name: string, token: string): Promise<Socket> => {
    const socket: Socket = io(server.url, { auth: { token }, transports: ['websocket'] });
    open.push(() => socket.disconnect());
    socket.on('replying', ({ person, isWriting }: { person: { username: string }; isWriting: boolean }) =>
      received.push(`${name}: ${person.username} ${isWriting ? 'writes' : 'stopped'}`),
    );
    await vi.waitFor(() => expect(socket.connected).toBe(true), 60_000);
    return socket;
  };
  await connect('owner', tokens.owner);
  const [bens, viewers, others] = [
    await connect('ben', ben.token),
    await connect('viewer', viewer.token),
    await connect('stranger', tokens.other),
  ];
  const check = async (api: Api) => {
    const { points } = (await api.post(`/posts/${postId}/reply-check`, { text: '' })).json as {
      points: { key: string; message: string }[];
    };
    return points.find(({ key }) => key === 'answered')?.message;
  };
  viewers.emit('replying', postId, true);
  others.emit('replying', postId, true);
  bens.emit('replying', '999', true);
  bens.emit('replying', { toString: 1 }, true);
  bens.emit('replying', postId, true);
  await vi.waitFor(() => expect(received).toHaveLength(3), 60_000);
  expect(received.toSorted()).toEqual(['ben: member-of-it writes', 'owner: member-of-it writes', 'viewer: member-of-it writes']);
  expect(await check(world.as.owner)).toBe('member-of-it is writing a reply. One of your replies is waiting to be posted here');
  expect(await check(ben.api)).not.toContain('is writing');
  server.clock.now += 12_000;
  expect(await check(world.as.owner)).not.toContain('is writing');
  bens.emit('replying', postId, true);
  bens.emit('replying', postId, false);
  await vi.waitFor(() => expect(received).toHaveLength(9), 60_000);
  expect(await check(world.as.owner)).not.toContain('is writing');
  expect(server.core.replies.presence.listWriting({ kind: 'user', userId: workspaceId, role: 'user' }, postId)).toEqual([]);
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { io, type Socket } from 'socket.io-client';
import { workspaceRoles, type WorkspaceRole } from '#shared/auth.ts';
import type { Campaign } from '#shared/campaigns.ts';
import { newReportSchema } from '#shared/reports.ts';
import { allRoutes } from '#shared/routes.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { type Api, makeServer, type TestServer } from '#test/support/serve.ts';
import { times } from '#test/support/torture.ts';
import { forClients, keyOf, rows } from './rows.ts';
import { join, makePlace, type World } from './world.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function connect(url: string, token: string): Promise<string[]> {
  const received: string[] = [];
  const socket: Socket = io(url, { auth: { token }, transports: ['websocket'] });
  open.push(() => socket.disconnect());
  socket.onAny((event: string, payload: { keys?: string[] }) => received.push(...(payload.keys ?? [event])));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return received;
}

const period = 'from=2026-11-01&to=2026-11-30';
interface Leads {
  items: { id: string; posts: { text: string }[] }[];
}

describe('a client', () => {
  test('sees of a chosen lead what was found and posted, and nothing of how it is worked on', async () => {
    const world = await makePlace();
    const { server, as, leadId, postId } = world;
    const client = await join(world, 'client');
    await as.owner.patch(`/leads/${leadId}`, { notes: 'secret note', tags: ['secret tag'], value: 4711, assigneeId: world.workspaceId });
    const sent = {
      state: 'sent' as const,
      text: 'Our posted reply',
      sent_at: server.clock.now,
      permalink: 'https://www.reddit.com/r/x/1/',
    };
    await server.core
      .db('outbox')
      .where({ post_id: Number(postId) })
      .update(sent);
    const { status, json, text } = await client.api.get(`/clients/leads/${leadId}`);
    expect([status, json]).toMatchObject([
      200,
      {
        id: leadId,
        stage: 'new',
        confidence: expect.any(Number),
        posts: [{ text: expect.stringContaining('invoicing'), reason: expect.any(String), evidence: expect.any(Array) }],
        replies: [{ text: 'Our posted reply', permalink: 'https://www.reddit.com/r/x/1/' }],
      },
    ]);
    for (const secret of ['secret', '4711', 'assignee', 'campaign', '@example.test', 'owner', 'matchedRules', 'components', 'scoredBy'])
      expect(text).not.toContain(secret);
  });

  test('sees a lead from when it is chosen until it no longer is, is dismissed, or was deleted by its author', async () => {
    const world = await makePlace();
    const { as, leadId, postId, server } = world;
    const client = await join(world, 'client');
    const seen = async () => [
      ((await client.api.get('/clients/leads')).json as Leads).items.length,
      (await client.api.get(`/clients/leads/${leadId}`)).status,
    ];
    const show = (shownToClients: boolean) => as.owner.patch(`/leads/${leadId}`, { shownToClients });
    expect(await seen()).toEqual([1, 200]);
    expect((await show(false)).json).toMatchObject({ shownToClients: false });
    expect(await seen()).toEqual([0, 404]);
    expect((await show(true)).json).toMatchObject({ shownToClients: true });
    expect(await seen()).toEqual([1, 200]);
    const post = server.core.db('posts').where({ id: Number(postId) });
    await post.clone().update({ status: 'dismissed' });
    expect(await seen()).toEqual([0, 404]);
    await post.clone().update({ status: 'lead' });
    await server.core.db('items').whereIn('id', post.clone().select('item_id')).update({ gone: 'deleted' });
    expect(await seen()).toEqual([0, 404]);
    const { items } = (await as.owner.get(`/leads/${leadId}/timeline`)).json as { items: { kind: string; text: string }[] };
    expect(items.filter(({ kind }) => kind === 'clients').map(({ text }) => text)).toEqual([
      'Shown to clients',
      'No longer shown to clients',
      'Shown to clients',
    ]);
  });

  test('pages through the leads, the last found first', async () => {
    const world = await makePlace();
    const client = await join(world, 'client');
    const { items } = (await world.as.owner.get('/leads')).json as Leads;
    const ids = items.map(({ id }) => id).toSorted((one, other) => Number(other) - Number(one));
    expect(ids).toHaveLength(2);
    for (const id of ids) await world.as.owner.patch(`/leads/${id}`, { shownToClients: true });
    const page = async (more: string) =>
      (await client.api.get(`/clients/leads?limit=1${more}`)).json as Leads & { nextCursor: string | null };
    const first = await page('');
    expect(first).toMatchObject({ items: [{ id: ids[0] }], total: 2 });
    expect(await page(`&cursor=${first.nextCursor ?? ''}`)).toMatchObject({ items: [{ id: ids[1] }], nextCursor: null, total: null });
  });

  test('no longer sees anything of a person whom two campaigns found once one of them hides it, and the timeline says so', async () => {
    const { as, leadId, owner, server } = await makePlace();
    await makeCampaign(server.core, owner, { name: 'Second' });
    const { redditUsername: author } = (await as.owner.get(`/leads/${leadId}`)).json as { redditUsername: string };
    await ingestItems(server.core, [makeItem(3, server.clock.now, { author })]);
    const idsOf = (more: object) =>
      server.core
        .db('leads')
        .where({ reddit_username: author, ...more })
        .pluck('id');
    const other = (await idsOf({})).find((id) => id !== Number(leadId));
    const shown = () => idsOf({ shown_to_clients: 1 });
    expect(await shown()).toEqual([Number(leadId)]);
    expect((await as.owner.patch(`/leads/${other}`, { shownToClients: false })).json).toMatchObject({ shownToClients: false });
    expect(await shown()).toEqual([]);
    const { items } = (await as.owner.get(`/leads/${leadId}/timeline`)).json as { items: { kind: string; text: string }[] };
    expect(items.find(({ kind }) => kind === 'clients')?.text).toBe('No longer shown to clients');
  });

  test('is shown leads by members, not by viewers', async () => {
    const world = await makePlace();
    const statuses = [];
    for (const role of ['member', 'viewer', 'client'] as const)
      statuses.push((await (await join(world, role)).api.patch(`/leads/${world.leadId}`, { shownToClients: false })).status);
    expect(statuses).toEqual([200, 403, 403]);
  });

  test('reads the report of any period, and of a campaign only while one of it is shared', async () => {
    const world = await makePlace();
    const client = await join(world, 'client');
    const read = (more = '') => client.api.get(`/clients/report?${period}${more}`);
    expect((await read()).json).toMatchObject({ report: { campaign: null, leads: expect.any(Number) }, campaigns: [] });
    expect((await read(`&campaignId=${world.campaignId}`)).status).toBe(404);
    const shared = newReportSchema.parse({ campaignId: world.campaignId, from: '2026-11-01', to: '2026-11-02' });
    const { id } = await world.server.core.insights.reports.create(world.owner, shared);
    expect((await read(`&campaignId=${world.campaignId}`)).json).toMatchObject({
      report: { campaign: 'Invoicing', from: '2026-11-01', to: '2026-11-30' },
      campaigns: [{ id: world.campaignId, name: 'Invoicing' }],
    });
    await world.as.owner.delete(`/reports/${id}`);
    expect((await read(`&campaignId=${world.campaignId}`)).status).toBe(404);
    expect((await client.api.get('/clients/report?from=2026-11-02&to=2026-11-01')).status).toBe(400);
  });

  test('can leave, and switch to a workspace of their own, where they may do everything', async () => {
    const world = await makePlace();
    const client = await join(world, 'client');
    expect((await client.api.get('/auth/me')).json).toMatchObject({ workspace: { role: 'client', can: { read: false, leave: true } } });
    expect((await client.api.put('/workspaces/active', { id: client.id })).status).toBe(200);
    expect((await client.api.get('/leads')).status).toBe(200);
    expect((await client.api.put('/workspaces/active', { id: world.workspaceId })).status).toBe(200);
    expect((await client.api.get('/leads')).status).toBe(403);
    expect((await client.api.delete(`/workspaces/${world.workspaceId}/members/${client.id}`)).status).toBe(204);
    expect((await client.api.get('/auth/me')).json).toMatchObject({ workspace: { id: client.id, role: 'owner' } });
  });

  test('has no tokens, feeds, or windows of what they had before', async () => {
    const world = await makePlace();
    const { server, campaignId, workspaceId } = world;
    const admin = await join(world, 'admin');
    const { token } = (await admin.api.post('/tokens', { name: 'CRM', scope: 'write' })).json as { token: string };
    const feed = (await admin.api.post(`/campaigns/${campaignId}/feed`)).json as { jsonPath: string };
    const received = await connect(server.url, admin.token);
    const [ofToken, ofFeed] = [() => server.api(token).get('/leads'), () => fetch(`${server.url}${feed.jsonPath}`)];
    expect([(await ofToken()).status, (await ofFeed()).status]).toEqual([200, 200]);
    const path = `/workspaces/${workspaceId}/members/${admin.id}`;
    expect((await world.as.owner.patch(path, { role: 'client' })).json).toMatchObject({ role: 'client' });
    expect([(await ofToken()).status, (await ofFeed()).status, (await admin.api.get('/tokens')).status]).toEqual([401, 404, 403]);
    await vi.waitFor(() => expect(received).toContain('everything-changed'), 60_000);
    received.length = 0;
    await world.as.owner.patch(`/leads/${world.leadId}`, { stage: 'won' });
    server.core.bus.announce(admin.id, ['reddit-account-changed']);
    await vi.waitFor(() => expect(received).toContain('reddit-account-changed'), 60_000);
    expect(received).not.toContain('leads-changed');
    expect((await world.as.owner.patch(path, { role: 'viewer' })).status).toBe(200);
    await vi.waitFor(() => expect(received).toContain('everything-changed'), 60_000);
    expect((await ofToken()).status).toBe(401);
  });

  test('is neither assigned leads nor notified of mentions', async () => {
    const world = await makePlace();
    const client = await join(world, 'client', 'carla');
    expect((await world.as.owner.patch(`/leads/${world.leadId}`, { assigneeId: client.id })).status).toBe(400);
    await world.as.owner.patch(`/leads/${world.leadId}`, { notes: '@carla, look' });
    expect(await world.server.core.db('notifications').where({ person_id: Number(client.id) })).toEqual([]);
  });
});

interface Workspace {
  id: string;
  /** A word that stands in its data alone. */
  mark: string;
  ids: Partial<World>;
  people: Record<WorkspaceRole, { id: string; api: Api; token: string }>;
}

/** A workspace with a campaign, its lead shown to clients, and somebody in each role. */
async function makeWorkspace(server: TestServer, number: number): Promise<Workspace> {
  const mark = `quokka${String.fromCodePoint(97 + number)}`;
  const owner = await server.member(`${mark} owner`);
  const actor = { kind: 'user', userId: owner.user.id, role: 'user' } as const;
  const campaign: Campaign = await makeCampaign(server.core, actor, { name: `${mark} campaign` });
  const item = makeItem(number + 1, server.clock.now, { author: `${mark}_author`, fullname: `t3_${mark}` });
  await ingestItems(server.core, [{ ...item, body: `${item.body} ${mark}` }], `campaign:${campaign.id}`);
  const { items } = await server.core.inbox.posts.list(actor, { limit: 1, sort: '-confidence', status: 'all' });
  const [postId, leadId] = [items[0]?.id, items[0]?.leadId];
  if (!postId || !leadId) throw new Error('The workspace has no lead');
  await server.core.inbox.leads.update(actor, leadId, { shownToClients: true, notes: mark });
  const person = async (role: WorkspaceRole) =>
    role === 'owner'
      ? { id: owner.user.id, token: owner.token, api: server.api(owner.token) }
      : join({ server, workspaceId: owner.user.id }, role, `${mark} ${role}`);
  const people = Object.fromEntries(await Promise.all(workspaceRoles.map(async (role) => [role, await person(role)] as const)));
  return {
    id: owner.user.id,
    mark,
    ids: { server, campaignId: campaign.id, workspaceId: owner.user.id, postId, leadId },
    people: people as Workspace['people'],
  };
}

/** Whoever may read receives what happens in their workspace and nothing else, and clients only what is about the person. */
async function showsOnlyItsOwn(server: TestServer, all: readonly Workspace[]): Promise<void> {
  const windows: { role: WorkspaceRole; id: string; received: string[] }[] = [];
  for (const { id, people } of all)
    for (const role of workspaceRoles) windows.push({ role, id, received: await connect(server.url, people[role].token) });
  for (const { id, ids } of all) {
    const campaignId = ids.campaignId ?? '';
    for (const { received } of windows) received.length = 0;
    server.core.bus.announce(id, ['leads-changed']);
    server.core.bus.push({ userId: id, campaignId }, 'scrape-start', { campaignId, runId: '1' });
    for (const { id: personId } of all.flatMap(({ people }) => Object.values(people)))
      server.core.bus.announce(personId, ['seats-changed']);
    await vi.waitFor(() => expect(windows.every(({ received }) => received.includes('seats-changed'))).toBe(true), 60_000);
    const got = windows.filter(({ received }) => received.includes('leads-changed') || received.includes('scrape-start'));
    expect(got.map((one) => [one.id, one.role])).toEqual(workspaceRoles.filter((role) => role !== 'client').map((role) => [id, role]));
  }
}

/** With these, the rest could not be asked. */
const endsSession = new Set(['POST /auth/logout', 'POST /auth/logout-everywhere', 'DELETE /auth/me']);
/** Asks for what is another workspace's wherever a route takes an ID. */
async function ask(api: Api, route: (typeof allRoutes)[number], other: Workspace) {
  const row = rows[keyOf(route)];
  const id = row?.id === undefined ? undefined : other.ids[row.id];
  const path = route.path
    .replace(':id', typeof id === 'string' ? id : '999999')
    .replace(':userId', other.id)
    .replace(/:(name|chart)/, row?.name ?? 'x')
    .replaceAll(/:\w+/g, '1');
  const body = row?.body?.(other.ids as World);
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return api.send(route.method, `${path}${row?.query ?? ''}`, row?.init?.() ?? json);
}

/** In `npm run test:torture`, 20 workspaces: 18,900 requests. */
const count = times(3, 20);

test(`of ${count} workspaces, each with somebody in each role, no route, window, or feed shows anything of another`, async () => {
  const server = await makeServer({ http: { connectionsPerAddress: 5000 } });
  open.push(server.close);
  await server.member('root', 'admin');
  const all: Workspace[] = [];
  for (let number = 0; number < count; number += 1) all.push(await makeWorkspace(server, number));
  const userRoutes = allRoutes.filter((route) => route.access === 'user' && !endsSession.has(keyOf(route)));
  const seen = { requests: 0, refused: 0, own: 0 };
  const leaks: string[] = [];
  const read = (text: string, { mark }: Workspace, where: string) => {
    const found = new Set(text.match(/quokka[a-t]/gi)?.map((word) => word.toLowerCase()));
    seen.own += Number(found.delete(mark));
    if (found.size > 0) leaks.push(`${where} of ${mark} shows ${[...found].join(', ')}`);
  };
  await showsOnlyItsOwn(server, all);
  for (const [index, workspace] of all.entries()) {
    const other = all[(index + 1) % all.length] ?? workspace;
    const feed = await workspace.people.admin.api.post(`/campaigns/${workspace.ids.campaignId ?? ''}/feed`);
    read(await (await fetch(`${server.url}${(feed.json as { jsonPath: string }).jsonPath}`)).text(), workspace, 'the feed');
    const asked = workspaceRoles.flatMap((role) => userRoutes.map((route) => ({ role, route })));
    for (const { role, route } of asked) {
      const { status, text } = await ask(workspace.people[role].api, route, other);
      seen.requests += 1;
      read(text, workspace, `${role}: ${keyOf(route)}`);
      // By the rules of the workspace that its path names, which is another one.
      if (role !== 'client' || forClients.has(keyOf(route)) || route.path.startsWith('/workspaces')) continue;
      seen.refused += 1;
      expect([keyOf(route), status]).toEqual([keyOf(route), 403]);
    }
  }
  process.stdout.write(`${JSON.stringify({ ...seen, leaks: leaks.length })}\n`);
  expect(seen.own).toBeGreaterThan(count * 80);
  expect(leaks).toEqual([]);
}, 1_200_000);

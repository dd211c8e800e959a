import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import type { ConfigInput } from '#core/platform/config.ts';
import { connect } from '#test/support/connected.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { redditOf } from '#test/support/reddit-config.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import { makeOwnedDatabase, onServer, type OwnedDatabase, testServer } from '#test/support/test-database.ts';

vi.setConfig({ testTimeout: 300_000 });

let owned: OwnedDatabase;
let a: TestServer;
let b: TestServer;
// Servers sign sessions and seal secrets with the same key.
const secret = randomBytes(48).toString('base64url');
const serve = (reddit: NonNullable<ConfigInput>['reddit'] = { source: 'off' }) =>
  makeServer({ database: { client: 'postgres', url: owned.url }, security: { secret }, reddit }, { onDisk: true });

beforeEach(async () => {
  owned = await makeOwnedDatabase();
  [a, b] = await Promise.all([serve(), serve()]);
});
afterEach(async () => {
  await a.close();
  await b.close();
  await owned.drop();
});

/** What the servers send to each other and listen on. */
const cutSockets = () =>
  onServer(
    testServer(),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${owned.name}' and application_name = 'earshot sockets'`,
  );

interface Browser {
  socket: Socket;
  /** Names of events, and those of changes with what changed. */
  events: string[];
}

async function openBrowser(server: TestServer, token: string): Promise<Browser> {
  const socket = io(server.url, { auth: { token }, forceNew: true, transports: ['websocket'], reconnection: false });
  onTestFinished(() => void socket.disconnect());
  const events: string[] = [];
  socket.onAny((name: string, payload: { keys?: string[] }) => void events.push(...(payload.keys ?? [name])));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, events };
}

test('announces a lead that one server stored to a browser on the other, and to nobody else', async () => {
  const [ann, ben] = [await a.member('ann'), await a.member('ben')];
  const ofAnn = await openBrowser(a, ann.token);
  const ofBen = await openBrowser(a, ben.token);
  await makeCampaign(b.core, { kind: 'user', userId: ann.user.id, role: 'user' });
  await ingestItems(b.core, [makeItem(1, b.clock.now)]);
  await expect.poll(() => ofAnn.events, { timeout: 120_000 }).toContain('new-lead');
  // What was sent before has arrived with it.
  const last = { campaignId: null, event: 'stale', payload: { keys: ['views-changed'] } } as const;
  for (const { user } of [ann, ben]) b.core.bus.emit('push', { ...last, userId: user.id });
  for (const { events } of [ofAnn, ofBen]) await expect.poll(() => events, { timeout: 120_000 }).toContain('views-changed');
  expect(ofAnn.events.filter((event) => event === 'new-lead')).toHaveLength(1);
  expect(ofBen.events).toEqual(['views-changed']);
});

test.each([
  ['a session that ended', async (server: TestServer, { token }: { token: string }) => server.api(token).post('/auth/logout')],
  [
    'a disabled account',
    (server: TestServer, { user }: { user: { id: string; email: string } }) =>
      server.core.accounts.users.setDisabled(systemActor, user.email, true),
  ],
  [
    'a deleted account',
    (server: TestServer, { user }: { user: { id: string; email: string } }) =>
      server.core.accounts.users.deleteUser(systemActor, user.email),
  ],
] as const)('ends the connections of %s on the other server', async (_, end) => {
  await a.member('admin');
  const ann = await a.member('ann');
  const { socket } = await openBrowser(a, ann.token);
  const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  await end(b, ann);
  await gone;
  expect((await a.api(ann.token).get('/auth/me')).status).toBe(401);
});

test('lists at once what was decided on the other server', async () => {
  const ann = await a.member('ann');
  await makeCampaign(a.core, { kind: 'user', userId: ann.user.id, role: 'user' });
  await ingestItems(
    a.core,
    [1, 2, 3, 4].map((number) => makeItem(number, a.clock.now)),
  );
  const listOn = async (server: TestServer): Promise<string[]> =>
    ((await server.api(ann.token).get('/posts')).json as { items: { id: string }[] }).items.map(({ id }) => id);
  const ids = await listOn(a);
  expect(ids).toHaveLength(4);
  for (const [index, id] of ids.entries()) {
    const [here, there] = index % 2 === 0 ? [a, b] : [b, a];
    expect(await listOn(there)).toContain(id);
    await here.api(ann.token).patch(`/posts/${id}`, { status: 'dismissed' });
    expect(await listOn(there)).toEqual(ids.slice(index + 1));
  }
});

test('uses a connection that was saved on the other server', async () => {
  const admin = await a.member('admin');
  expect(a.core.config.smtp.url).toBe('');
  const saved = await b.api(admin.token).patch('/admin/connections/email', {
    values: { 'smtp.host': 'mail.example.test', 'smtp.port': 587, 'smtp.from': 'earshot@example.test' },
  });
  expect(saved).toMatchObject({ status: 200 });
  await expect.poll(() => a.core.config.smtp.url, { timeout: 120_000 }).toContain('mail.example.test');
});

test('has browsers fetch everything again, and checks their sessions, after it missed facts', async () => {
  const [ann, ben] = [await a.member('ann'), await a.member('ben')];
  const ofAnn = await openBrowser(a, ann.token);
  const ofBen = await openBrowser(a, ben.token);
  const gone = new Promise<void>((resolve) => ofBen.socket.once('disconnect', () => resolve()));
  // Nobody tells server A.
  await a.core
    .db('sessions')
    .where({ user_id: Number(ben.user.id) })
    .delete();
  await cutSockets();
  await expect.poll(() => ofAnn.events, { timeout: 120_000 }).toContain('everything-changed');
  await gone;
  expect(ofAnn.socket.connected).toBe(true);
});

test('counts what the other server scored in the runs of both', async () => {
  const ann = await a.member('ann');
  const actor = { kind: 'user', userId: ann.user.id, role: 'user' } as const;
  const campaigns = [await makeCampaign(a.core, actor), await makeCampaign(a.core, actor)];
  const fileOf = (server: TestServer, from: number): string => {
    const lines = Array.from({ length: 700 }, (_, n) => {
      const { title, body, author, fullname, subreddit } = makeItem(from + n, server.clock.now);
      return JSON.stringify({ name: fullname, title, selftext: body, author, subreddit, created_utc: server.clock.now / 1000 - 60 });
    });
    const path = join(server.core.config.dataDir, 'posts.jsonl');
    writeFileSync(path, lines.join('\n'));
    return path;
  };
  const importInto = (server: TestServer, from: number, campaignId: string | undefined) =>
    server.core.discovery.pipeline.importFile(actor, fileOf(server, from), { campaignId });
  await Promise.all([importInto(a, 0, campaigns[0]?.id), importInto(b, 5000, campaigns[1]?.id)]);
  await Promise.all([a.core.discovery.pipeline.settled(), b.core.discovery.pipeline.settled()]);
  const runs = await a.core.db('runs').where({ source: 'import' }).select('state', 'counts');
  const all = { state: 'ok', counts: expect.objectContaining({ new: 700, matched: 700 }) };
  expect(runs.map(({ state, counts }) => ({ state, counts: JSON.parse(counts) as unknown }))).toEqual([all, all]);
});

test('continues the import of a server that ended, once, and closes its other runs', async () => {
  const ann = await a.member('ann');
  const actor = { kind: 'user', userId: ann.user.id, role: 'user' } as const;
  const [first, second] = [await makeCampaign(a.core, actor), await makeCampaign(a.core, actor)];
  const { db } = a.core;
  const gone = 7;
  const run = { user_id: Number(ann.user.id), started_at: a.clock.now, state: 'running' as const, server: gone };
  const [fetching] = await db('runs')
    .insert({ ...run, campaign_id: Number(first.id), source: 'api' })
    .returning('id');
  const [importing] = await db('runs')
    .insert({ ...run, campaign_id: Number(second.id), source: 'import' })
    .returning('id');
  await db('pending_imports').insert({
    user_id: Number(ann.user.id),
    scope: `campaign:${second.id}`,
    run_ids: JSON.stringify([importing?.id]),
    pasted: JSON.stringify({ text: 'I am a freelancer and need invoicing software today. What do you recommend?' }),
    created_at: a.clock.now,
    server: gone,
  });
  await db('jobs').insert({ name: 'discover', known_since: 0, lease_owner: `${gone}:x`, lease_until: a.clock.now + 60_000 });

  await vi.waitUntil(async () => (await db('runs').where({ state: 'running' })).length === 0, { timeout: 120_000, interval: 200 });
  expect(await db('runs').orderBy('id').select('id', 'state', 'error')).toEqual([
    { id: fetching?.id, state: 'failed', error: expect.stringContaining('Interrupted') },
    { id: importing?.id, state: 'ok', error: null },
  ]);
  await vi.waitUntil(async () => (await db('pending_imports').select('id')).length === 0, { timeout: 120_000 });
  expect(
    await db('items')
      .where({ scope: `campaign:${second.id}` })
      .select('id'),
  ).toHaveLength(1);
  expect(await db('jobs').where({ name: 'discover' }).first('lease_owner')).toEqual({ lease_owner: null });
});

test('leaves the runs of running servers alone when another one starts', async () => {
  const ann = await a.member('ann');
  const campaign = await makeCampaign(a.core, { kind: 'user', userId: ann.user.id, role: 'user' });
  await a.core.db('runs').insert({
    user_id: Number(ann.user.id),
    campaign_id: Number(campaign.id),
    source: 'api',
    started_at: a.clock.now,
    state: 'running',
    server: a.core.peers.number,
  });
  const third = await serve();
  onTestFinished(() => third.close());
  expect(await third.core.db('runs').pluck('state')).toEqual(['running']);
});

type Got = (number | 'gap')[];

/** What a server hears of the others. */
function hearOn({ core }: TestServer): Got {
  const got: Got = [];
  core.bus.on('elsewhere', ({ fact, payload }) => {
    if (fact === 'gap') got.push('gap');
    else if (fact === 'push') got.push((payload.payload as { n: number }).n);
  });
  return got;
}

function send({ core }: TestServer, n: number, text = 'ü'.repeat(40)): void {
  core.bus.emit('push', { userId: '1', campaignId: null, event: 'stale', payload: { keys: [], n, text } });
}
/** Larger than what is sent by itself. */
const large = 'ü'.repeat(9_000);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test('brings every fact to the other server, in order', async () => {
  const got = hearOn(b);
  for (const n of numbers(200)) send(a, n, n === 7 ? large : undefined);
  await vi.waitFor(() => expect(got).toHaveLength(200), { timeout: 120_000 });
  // What is too large to be sent arrives when it has been read.
  expect(got.filter((n) => n !== 7)).toEqual(numbers(200).filter((n) => n !== 7));
});

test('tells the other server that it may have missed facts when one could not be sent', async () => {
  const got = hearOn(b);
  await a.core.db.raw('alter table socket_io_attachments rename to gone');
  send(a, 0, large);
  await vi.waitFor(() => expect(got).toEqual(['gap']), { timeout: 120_000 });
});

test('knows that it missed a fact that it could not read', async () => {
  // Alone, because the other one would miss it too, and say so.
  await a.close();
  const got = hearOn(b);
  await b.core.db.raw(`select pg_notify('socket.io#/', '{"uid":"another","type":9,"attachmentId":"7"}')`);
  await vi.waitFor(() => expect(got).toEqual(['gap']), { timeout: 120_000 });
  a = await serve();
});

test('sends what waits to be sent before it ends', async () => {
  const c = await serve();
  const got = hearOn(b);
  for (const n of numbers(50)) send(c, n);
  await c.close();
  await vi.waitFor(() => expect(got).toEqual(numbers(50)), { timeout: 120_000 });
});

test('ends the connections of a session on its own server at once while the others hear nothing', async () => {
  await a.member('admin');
  const ann = await a.member('ann');
  const { socket } = await openBrowser(a, ann.token);
  const pids = await a.core.db.from('pg_stat_activity').where({ application_name: 'earshot sockets' }).pluck<number[]>('pid');
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await a.api(ann.token).post('/auth/logout');
    await vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 120_000 });
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
});

test('keeps a connected account whose refresh token Reddit changes with each use', async () => {
  const reddit = await startFakeReddit({ now: () => a.clock.now });
  reddit.members.habits.rotates = true;
  const [c, d] = [await serve(redditOf(reddit)), await serve(redditOf(reddit))];
  onTestFinished(async () => {
    await c.close();
    await d.close();
    await reddit.close();
  });
  const ann = await c.member('ann');
  const actor = { kind: 'user', userId: ann.user.id, role: 'user' } as const;
  await connect(c.core, actor);
  reddit.faults.add({ fault: fault.slow(100), when: ({ path }) => path === '/api/v1/access_token', times: 3 });
  for (let round = 0; round < 3; round += 1)
    await Promise.all([c.core.reddit.account.refresh(actor), d.core.reddit.account.refresh(actor)]);
  for (const { core } of [c, d])
    expect(await core.reddit.account.status(actor)).toMatchObject({ connected: true, needsReconnect: false, lastError: null });
});

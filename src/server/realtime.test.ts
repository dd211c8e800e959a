import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import { events, type EventName } from '#shared/events.ts';
import { standingOf } from '#shared/standing.ts';
import { makeCampaign } from '#test/support/factories.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
const sockets: Socket[] = [];
beforeEach(async () => void (server = await makeServer()));
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await server.close();
});

interface Listener {
  socket: Socket;
  /** Every event in order, as `name payload`. */
  events: string[];
}
type Options = NonNullable<Parameters<typeof io>[1]>;

function dial(token: unknown, options: Options = {}): Listener {
  const socket = io(server.url, { auth: { token }, forceNew: true, transports: ['websocket'], reconnection: false, ...options });
  sockets.push(socket);
  const listener: Listener = { socket, events: [] };
  socket.onAny((name: string, payload: unknown) => void listener.events.push(`${name} ${JSON.stringify(payload)}`));
  return listener;
}
/** `in`, or the message of the rejection. */
const entry = ({ socket }: Listener): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('in'));
    socket.once('connect_error', (error) => resolve(error.message));
  });
const ending = ({ socket }: Listener): Promise<string> => new Promise((resolve) => void socket.once('disconnect', resolve));
async function enter(token: unknown, options?: Options): Promise<Listener> {
  const listener = dial(token, options);
  expect(await entry(listener)).toBe('in');
  return listener;
}
/** Resolves when all events pushed so far have arrived. */
async function settled(...all: Listener[]): Promise<void> {
  server.core.bus.push({ userId: null }, 'cleanup-complete', { removed: 0 });
  await expect.poll(() => all.every((listener) => listener.events.includes('cleanup-complete {"removed":0}'))).toBe(true);
  for (const listener of all) listener.events.splice(listener.events.indexOf('cleanup-complete {"removed":0}'), 1);
}
/** Resolves when a socket that asked for its campaign's room gets what is sent there only. */
async function joined({ events: received }: Listener, userId: string, campaignId: string): Promise<void> {
  const found = { campaignId, totalPosts: 1, totalComments: 0, newLeads: 1 };
  await expect
    .poll(() => {
      server.core.bus.push({ userId, campaignId }, 'scrape-complete', found);
      return received.some((event) => event.startsWith('scrape-complete'));
    })
    .toBe(true);
}
describe('connecting', () => {
  test.each([
    ['nothing', undefined],
    ['noise', 'noise'],
    ['an object', { $ne: '' }],
    ['a list', ['x']],
    ['a number', 7],
  ])('rejects %s', async (_, token) => {
    expect(await entry(dial(token))).toBe('Your session has ended. Sign in again.');
  });

  test('accepts a valid token over WebSocket and polling', async () => {
    const { token } = await server.member('ann');
    expect(await entry(dial(token))).toBe('in');
    expect(await entry(dial(token, { transports: ['polling'] }))).toBe('in');
  });

  test.each(['https://evil.test', 'null', 'http://127.0.0.1.evil.test', 'http://localhost:1', 'file://', 'javascript:1'])(
    'rejects a page of %s',
    async (origin) => {
      const { token } = await server.member('ann');
      for (const transport of ['websocket', 'polling'] as const) {
        expect(await entry(dial(token, { transports: [transport], extraHeaders: { origin } }))).not.toBe('in');
      }
    },
  );

  test("accepts our own pages, by the request's host or the public address", async () => {
    const { token } = await server.member('ann');
    await enter(token, { extraHeaders: { origin: server.url } });
    await server.close();
    server = await makeServer({ http: { publicUrl: 'https://leads.example.test/app' } });
    const again = await server.member('ann');
    await enter(again.token, { extraHeaders: { origin: 'https://leads.example.test' } });
    expect(await entry(dial(again.token, { extraHeaders: { origin: 'http://leads.example.test' } }))).not.toBe('in');
  });

  test('allows ten sockets per user, even when opened at once, without limiting other users', async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const all = await Promise.all(Array.from({ length: 15 }, () => entry(dial(ann.token))));
    expect(all.filter((word) => word === 'in')).toHaveLength(10);
    expect(all.filter((word) => word === 'Too many open connections. Close other tabs and try again.')).toHaveLength(5);
    await enter(bob.token);
    sockets.find((socket) => socket.connected)?.disconnect();
    await expect.poll(() => server.core.instance.status.figures().then(() => entry(dial(ann.token)))).toBe('in');
  });
});

describe('events', () => {
  test("are sent to all of a user's sockets and to no other user", async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const [one, two, other] = [await enter(ann.token), await enter(ann.token), await enter(bob.token)];
    server.core.bus.push({ userId: ann.user.id }, 'answer-sent', { postId: '3', subreddit: 'freelance' });
    await settled(one, two, other);
    const expected = ['answer-sent {"postId":"3","subreddit":"freelance"}'];
    expect([one.events, two.events, other.events]).toEqual([expected, expected, []]);
  });

  test("are sent once to owners who joined a campaign's room, which others can't join", async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const campaignOf = async ({ user: { id: userId } }: typeof ann) =>
      (await makeCampaign(server.core, { kind: 'user', userId, role: 'user' })).id;
    const [campaignId, bobsId] = [await campaignOf(ann), await campaignOf(bob)];
    const [owner, other] = [await enter(ann.token), await enter(bob.token)];
    for (const { socket } of [owner, other]) socket.emit('join-campaign', campaignId);
    other.socket.emit('join-campaign', bobsId);
    await joined(owner, ann.user.id, campaignId);
    // Bob asked for Ann's campaign first, so that was decided as well.
    await joined(other, bob.user.id, bobsId);
    server.core.bus.push({ userId: ann.user.id, campaignId }, 'scrape-error', { campaignId, error: 'No answer' });
    await settled(owner, other);
    const received = [owner, other].map(({ events: all }) => all.filter((event) => event.includes(`"campaignId":"${campaignId}"`)));
    const isError = (event: string) => event.startsWith('scrape-error');
    expect(received[0]?.filter(isError)).toEqual([`scrape-error {"campaignId":"${campaignId}","error":"No answer"}`]);
    expect(received[1]).toEqual([]);
  });

  test('of a campaign end for who received them once it has moved to another workspace', async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const { id: campaignId } = await makeCampaign(server.core, { kind: 'user', userId: ann.user.id, role: 'user' });
    const [before, after] = [await enter(ann.token), await enter(bob.token)];
    before.socket.emit('join-campaign', campaignId);
    await joined(before, ann.user.id, campaignId);
    await server.core.inbox.campaigns.move(systemActor, campaignId, bob.user.id);
    after.socket.emit('join-campaign', campaignId);
    await joined(after, bob.user.id, campaignId);
    server.core.bus.push({ userId: bob.user.id, campaignId }, 'scrape-error', { campaignId, error: 'No answer' });
    await settled(before, after);
    const errors = [before, after].map(({ events: all }) => all.filter((event) => event.startsWith('scrape-error')).length);
    expect(errors).toEqual([0, 1]);
  });

  test('tell a page whose role, or workspace, changed after it had read them and before its socket was there', async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const [workspace_id, user_id] = [Number(ann.user.id), Number(bob.user.id)];
    await server.core.db('workspace_members').insert({ workspace_id, user_id, role: 'viewer', created_at: 0 });
    await server.api(bob.token).put('/workspaces/active', { id: ann.user.id });
    const readBy = (member: string, workspaceId = ann.user.id) => standingOf({ workspaceId, member, role: 'user' });
    const standings = [undefined, readBy('viewer'), readBy('member'), readBy('owner', bob.user.id), 7];
    const pages: Listener[] = [];
    for (const standing of standings) pages.push(await enter(bob.token, { auth: { token: bob.token, standing } }));
    await settled(...pages);
    const stale = 'stale {"keys":["everything-changed"]}';
    await expect.poll(() => pages.map(({ events: all }) => all)).toEqual([[], [], [stale], [stale], []]);
  });

  test("can't be received or sent by choosing a room or speaking as the server", async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const [victim, attacker] = [await enter(ann.token), await enter(bob.token)];
    for (const id of [`user:${ann.user.id}`, `../user:${ann.user.id}`, { id: 1 }, null, '1'.repeat(99), ['1']])
      attacker.socket.emit('join-campaign', id);
    attacker.socket.emit('leave-campaign', { id: 1 });
    attacker.socket.emit('join', `user:${ann.user.id}`);
    attacker.socket.emit('new-lead', { campaignId: '1', lead: {} });
    attacker.socket.emit('stale', { keys: ['/'] });
    server.core.bus.push({ userId: ann.user.id }, 'scrape-error', { campaignId: '1', error: 'for ann' });
    await settled(victim, attacker);
    expect(victim.events).toEqual(['scrape-error {"campaignId":"1","error":"for ann"}']);
    expect(attacker.events).toEqual([]);
  });

  test('contain only what the contract names, and are dropped if they violate it', async () => {
    const ann = await server.member('ann');
    const listener = await enter(ann.token);
    const lead = { id: '3', redditUsername: 'kim', confidence: 81, notes: 'private' };
    server.core.bus.emit('push', {
      userId: ann.user.id,
      campaignId: null,
      event: 'new-lead',
      payload: { campaignId: '9', lead, secret: 1 },
    });
    server.core.bus.emit('push', { userId: ann.user.id, campaignId: null, event: 'new-lead', payload: { nonsense: true } });
    await settled(listener);
    expect(listener.events).toEqual(['new-lead {"campaignId":"9","lead":{"id":"3","redditUsername":"kim","confidence":81}}']);
  });

  test('are delivered for every event of the contract', async () => {
    const ann = await server.member('ann');
    const listener = await enter(ann.token);
    const campaign = { campaignId: '1' };
    const payloads: { [E in EventName]: unknown } = {
      'scrape-start': { ...campaign, runId: '2' },
      'scrape-progress': { ...campaign, subreddit: 'x', leads: 1 },
      'scrape-complete': { ...campaign, totalPosts: 1, totalComments: 2, newLeads: 3 },
      'scrape-error': { ...campaign, error: 'x' },
      'new-lead': { ...campaign, lead: { id: '1', redditUsername: 'k', confidence: 1 } },
      'answer-sent': { postId: '1', subreddit: 'x' },
      'answer-failed': { subreddit: 'x', reason: 'y' },
      replying: { postId: '1', person: { id: '2', username: 'x' }, isWriting: true },
      'reddit-ended': { message: 'x' },
      'system-health': { status: 'ok', message: '' },
      'cleanup-complete': { removed: 7 },
      stale: { keys: ['posts-changed'] },
    };
    const names = Object.keys(events) as EventName[];
    for (const event of names) server.core.bus.emit('push', { userId: ann.user.id, campaignId: null, event, payload: payloads[event] });
    await settled(listener);
    expect(listener.events).toEqual(names.map((event) => `${event} ${JSON.stringify(payloads[event])}`));
  });
});

describe('ended session', () => {
  test("disconnects every socket of that user immediately, and no other user's", async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const [one, two, other] = [await enter(ann.token), await enter(ann.token), await enter(bob.token)];
    const ends = Promise.all([ending(one), ending(two)]);
    expect((await server.api(ann.token).post('/auth/logout-everywhere')).status).toBe(204);
    expect(await ends).toEqual(['io server disconnect', 'io server disconnect']);
    expect(other.socket.connected).toBe(true);
    expect(await entry(dial(ann.token))).toContain('session has ended');
  });

  test('happens when the token expires', async () => {
    const ann = await server.member('ann');
    const listener = await enter(ann.token);
    server.clock.now += 7 * 86_400_000 - 5000;
    await settled(listener);
    expect(listener.socket.connected).toBe(true);
    const end = ending(listener);
    server.clock.now += 5000;
    expect(await end).toBe('io server disconnect');
  });

  test('is detected when another process ends it, whose other writes make every browser refetch', async () => {
    await server.close();
    server = await makeServer({}, { onDisk: true });
    await server.member('root');
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const [gone, stays] = [await enter(ann.token), await enter(bob.token)];
    const end = ending(gone);
    const beside = await openCore(server.core.config, { log: silentLog, hold: 'beside' });
    await beside.accounts.users.setDisabled(systemActor, ann.email, true);
    await beside.close();
    expect(await end).toBe('io server disconnect');
    await expect.poll(() => stays.events).toContain('stale {"keys":["everything-changed"]}');
    expect(stays.socket.connected).toBe(true);
  });

  test("doesn't affect other users, and own writes aren't mistaken for those of another process", async () => {
    await server.close();
    server = await makeServer({}, { onDisk: true });
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const stays = await enter(bob.token);
    await server.api(ann.token).post('/auth/logout-everywhere');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await settled(stays);
    expect(stays.events).toEqual([]);
  });
});

describe('floods and malformed packets', () => {
  test('disconnects a client that sends too many events', async () => {
    const ann = await server.member('ann');
    const listener = await enter(ann.token);
    const end = ending(listener);
    for (let n = 0; n < 60; n += 1) listener.socket.emit('join-campaign', '1');
    expect(await end).toBe('io server disconnect');
  });

  test('disconnects a client that sends a message above 64 KiB', async () => {
    const ann = await server.member('ann');
    const listener = await enter(ann.token);
    const end = ending(listener);
    listener.socket.emit('join-campaign', 'x'.repeat(70_000));
    expect(['transport close', 'transport error']).toContain(await end);
  });

  test('affect only their sender if packets are malformed', async () => {
    const ann = await server.member('ann');
    const stays = await enter(ann.token);
    for (const packet of [
      '4',
      '49',
      '42{"x"',
      '42["join-campaign"',
      '45-["x",{"_placeholder":true,"num":9}]',
      '40/admin,',
      '4\0',
      '😀'.repeat(10),
      '42["__proto__",1]',
      '43999[]',
    ]) {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      socket.send(`40${JSON.stringify({ token: ann.token })}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      socket.send(packet);
      await new Promise((resolve) => setTimeout(resolve, 10));
      socket.close();
    }
    await settled(stays);
    expect((await server.api().get('/health')).status).toBe(200);
  });
});

test('closes the transport at shutdown, so that browsers reconnect by themselves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bye-'));
  const other = await makeServer({ dataDir: folder });
  const { token } = await other.member('ann');
  const socket = io(other.url, { auth: { token }, forceNew: true, transports: ['websocket'], reconnection: false });
  sockets.push(socket);
  await new Promise((resolve) => void socket.once('connect', () => resolve(undefined)));
  const words: unknown[] = [];
  socket.on('system-health', (payload) => void words.push(payload));
  const end = new Promise((resolve) => void socket.once('disconnect', resolve));
  await other.close();
  expect(await end).toBe('transport close');
  expect(words).toEqual([{ status: 'degraded', message: 'The server is restarting' }]);
  rmSync(folder, { recursive: true });
});

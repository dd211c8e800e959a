import { describe, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { commentsBy, connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';
import { ingestItems, makeItem, makeUser } from '#test/support/factories.ts';
import { makeServer } from '#test/support/serve.ts';
import { makeWorld } from './world.ts';

const never = new AbortController().signal;
const hour = 3_600_000;
const email = 'ann@example.test';

describe('disabled account', () => {
  test('posts nothing on Reddit, neither now nor at the scheduled time, and asks again once enabled', async () => {
    const { core, ann, reddit, clock } = await openAnn();
    await makeUser(core, 'root', 'admin');
    await connect(core, ann);
    const post = await ingestOn(core, { reddit, actor: ann });
    await core.replies.schedule.create(ann, { postId: post.id, message: 'For later', dueAt: new Date(clock.now + hour).toISOString() });
    await core.accounts.users.setDisabled(systemActor, email, true);
    clock.now += hour;
    await core.replies.outbox.sendDue(never);
    expect(commentsBy(reddit)).toEqual([]);
    clock.now += 24 * hour;
    await core.accounts.users.setDisabled(systemActor, email, false);
    await core.replies.outbox.sendDue(never);
    expect(commentsBy(reddit)).toEqual([]);
    expect(await core.db('outbox').select('state', 'held')).toEqual([{ state: 'queued', held: 'missed' }]);
  });

  test("doesn't check its replies on Reddit until it is enabled again", async () => {
    const { core, ann, reddit, clock } = await openAnn();
    await makeUser(core, 'root', 'admin');
    await connect(core, ann);
    const post = await ingestOn(core, { reddit, actor: ann });
    await postReply({ core, clock }, ann, { postId: post.id, message: 'We make one' });
    await core.replies.watch.lookDue(never);
    await core.accounts.users.setDisabled(systemActor, email, true);
    clock.now += 24 * hour;
    const asked = reddit.requests.length;
    await core.replies.watch.lookDue(never);
    expect(reddit.requests.length).toBe(asked);
    await core.accounts.users.setDisabled(systemActor, email, false);
    await core.replies.watch.lookDue(never);
    expect(reddit.requests.length).toBeGreaterThan(asked);
  });

  test('is neither fetched for nor scored for, even if others fetch the same', async () => {
    const { core, ann, clock } = await openAnn();
    await makeUser(core, 'root', 'admin');
    await core.accounts.users.setDisabled(systemActor, email, true);
    clock.now += hour;
    expect(await core.discovery.pipeline.listen(never)).toMatchObject({ campaigns: 0 });
    await ingestItems(core, [makeItem(7, clock.now)]);
    expect(await core.db('posts').where({ user_id: Number(ann.userId) })).toEqual([]);
    await core.accounts.users.setDisabled(systemActor, email, false);
    await ingestItems(core, [makeItem(8, clock.now)]);
    expect(await core.db('posts').where({ user_id: Number(ann.userId) })).toHaveLength(2);
  });

  test('has no working token, feed, or email link', async () => {
    const world = await makeWorld();
    const { core } = world.server;
    const { token } = (await world.as.owner.post('/tokens', { name: 'Mine', scope: 'write' })).json as { token: string };
    const { path } = (await world.as.owner.post(`/campaigns/${world.campaignId}/feed`)).json as { path: string };
    const tries = async () => [
      (await world.server.api(token).get('/posts')).status,
      (await fetch(world.server.url + path)).status,
      (await world.as.owner.get('/posts')).status,
    ];
    expect(await tries()).toEqual([200, 200, 200]);
    await core.accounts.users.setDisabled(systemActor, 'owner@example.test', true);
    expect(await tries()).toEqual([401, 404, 401]);
    await world.close();
  });
});

test("reports a different key, keeps what it can't decrypt, and keeps serving all users", async () => {
  const { core, ann, reddit, clock } = await openAnn();
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  await core.replies.schedule.create(ann, { postId: post.id, message: 'For later', dueAt: new Date(clock.now + hour).toISOString() });
  const foreign = core.secrets.seal('token', 'another row');
  await core.db('reddit_accounts').update({ access_sealed: foreign, refresh_sealed: foreign });
  clock.now += hour;
  await core.replies.outbox.sendDue(never);
  expect(await core.db('outbox').select('state')).toEqual([{ state: 'queued' }]);
  expect(await core.reddit.account.status(ann)).toMatchObject({ lastError: expect.stringContaining('key changed') });
  expect(await core.db('reddit_accounts').pluck('refresh_sealed')).toEqual([foreign]);
  expect(await core.reddit.account.disconnect(ann)).toEqual({ revoked: false, canceled: 0, held: 1 });
  expect(commentsBy(reddit)).toEqual([]);
});

describe('invitation', () => {
  test("creates one account, and doesn't pass to the next owner of a changed email address", async () => {
    const server = await makeServer();
    const admin = server.api((await server.member('root', 'admin')).token);
    await admin.put('/admin/settings', { betaModeEnabled: true });
    const account = (name: string) => ({ username: name, email: 'lin@example.test', password: 'a quiet harbour at noon' });
    await server.api().post('/beta/applications', { email: account('').email, name: 'Lin', useCase: 'Find bakeries that ask for help' });
    const { link } = (await admin.patch('/admin/beta-applications/1', { status: 'accepted' })).json as { link: string };
    const invitation = link.split('/').at(-1);
    const { token } = (await server.api().post('/auth/register', { ...account('lin'), invitation })).json as { token: string };
    expect(
      (await server.api(token).put('/auth/profile', { email: 'elsewhere@example.test', currentPassword: account('').password })).status,
    ).toBe(200);
    expect((await server.api().post('/auth/register', { ...account('lin2'), invitation })).status).toBe(400);
    await server.close();
  });
});

test('limits how many email addresses a user can check for accounts', async () => {
  const server = await makeServer();
  await server.member('root', 'admin');
  const ann = await server.member('ann');
  const api = server.api(ann.token);
  const statuses: number[] = [];
  const taken = { email: 'root@example.test', currentPassword: ann.password };
  for (let n = 0; n < 20; n += 1) statuses.push((await api.put('/auth/profile', taken)).status);
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 409));
  expect(statuses.slice(12)).toEqual(Array.from({ length: 8 }, () => 429));
  expect((await api.put('/auth/profile', { settings: { defaultTone: 'short' } })).status).toBe(200);
  await server.close();
});

test('records confirmed replies and data exports in the audit log', async () => {
  const { core, ann, reddit, clock } = await openAnn();
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  await core.replies.outbox.send(ann, { postId: post.id, message: 'At once' });
  await core.replies.schedule.create(ann, { postId: post.id, message: 'For later', dueAt: new Date(clock.now + hour).toISOString() });
  await core.inbox.exports.leads(ann, { sort: '-confidence' }, 'csv');
  await core.replies.outbox.settled();
  const trail = await core
    .db('audit')
    .where({ actor_id: Number(ann.userId) })
    .orderBy('id')
    .pluck<string[]>('action');
  expect(trail).toEqual(['reddit-connected', 'answer-agreed', 'answer-agreed', 'data-exported']);
});

test("limits test emails, so that they can't flood a mailbox", async () => {
  const world = await makeWorld();
  const press = () => world.as.owner.post(`/notifications/channels/${world.channelId}/test`);
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    statuses.push((await press()).status);
    world.server.clock.now += 6000;
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(13);
  expect(statuses).toContain(429);
  await world.close();
});

import { expect, test } from 'vitest';
import type { ActivityQuery } from '#shared/activity.ts';
import { connect, openAnn } from '#test/support/connected.ts';
import { makeUser } from '#test/support/factories.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';

const never = new AbortController().signal;
const hour = 3_600_000;
const day = 24 * hour;
const me = 'ann_reddit';
const query = (over: Partial<ActivityQuery> = {}): ActivityQuery => ({ limit: 25, ...over });
const isOverview = ({ path }: { path: string }) => path.endsWith('/overview');

test('reports a missing account, and one that Reddit no longer accepts', async () => {
  const { core, reddit, ann, clock } = await openAnn();
  expect(await core.replies.activity.list(ann, query())).toMatchObject({ state: 'not-connected', account: null, items: [], total: null });
  await connect(core, ann, 'read');
  reddit.members.removeApp();
  expect(await core.replies.activity.list(ann, query())).toMatchObject({ state: 'reconnect', items: [] });
  expect(await core.reddit.account.status(ann)).toMatchObject({ needsReconnect: true });
  clock.now += hour;
  expect(await core.replies.activity.list(ann, query())).toMatchObject({ state: 'reconnect' });
});

test('lists own posts and comments newest first, in pages, with the account', async () => {
  const { core, reddit, ann, clock } = await openAnn();
  const post = reddit.world.post({ subreddit: 'freelance', title: 'Mine', author: me, createdAt: clock.now - 3000 });
  reddit.world.comment({ on: post, text: 'A foreign answer', author: 'somebody', createdAt: clock.now - 2500 });
  reddit.world.comment({ on: post, text: 'My answer', author: me, createdAt: clock.now - 2000, score: 7 });
  const removed = reddit.world.post({ subreddit: 'smallbusiness', title: 'Taken down', author: me, createdAt: clock.now - 1000 });
  reddit.world.setGone(removed, 'removed');
  await connect(core, ann, 'read');
  const first = await core.replies.activity.list(ann, query({ limit: 2 }));
  expect(first).toMatchObject({
    state: 'ok',
    account: { username: me, linkKarma: 40, commentKarma: 80, totalKarma: 120, emailVerified: true, suspended: false },
    counts: { posts: 2, comments: 1 },
    total: 3,
    capped: false,
    error: null,
  });
  expect(first.items.map(({ title, body, kind, score, removed: isRemoved }) => [kind, title, body, score, isRemoved])).toEqual([
    ['post', 'Taken down', '', 1, true],
    ['comment', 'Mine', 'My answer', 7, false],
  ]);
  const second = await core.replies.activity.list(ann, query({ limit: 2, cursor: first.nextCursor ?? '' }));
  expect(second).toMatchObject({ items: [{ fullname: post }], nextCursor: null });
  expect(await core.replies.activity.list(ann, query({ kind: 'comment' }))).toMatchObject({ items: [{ kind: 'comment' }], total: 1 });
  await expect(core.replies.activity.list(ann, query({ kind: 'post', cursor: first.nextCursor ?? '' }))).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('reads a thousand items over ten pages and reports that there may be more', async () => {
  const { core, reddit, ann, clock } = await openAnn();
  const on = reddit.world.post({ subreddit: 'freelance', author: 'somebody' });
  for (let number = 0; number < 1050; number += 1)
    reddit.world.comment({ on, author: me, text: `Number ${number}`, createdAt: clock.now - number * 1000 });
  await connect(core, ann, 'read');
  const all = await core.replies.activity.read(ann);
  expect(all).toMatchObject({ state: 'ok', capped: true, error: null });
  expect(all.items.map(({ body }) => body)).toEqual(Array.from({ length: 1000 }, (_, number) => `Number ${number}`));
  expect(reddit.requests.filter(isOverview)).toHaveLength(10);
});

test('does not report a failed read as an empty history, and does not repeat it immediately', async () => {
  const { core, reddit, ann } = await openAnn();
  await connect(core, ann, 'read');
  reddit.faults.add({ fault: fault.serverError(503), when: isOverview, times: 3 });
  expect(await core.replies.activity.list(ann, query())).toMatchObject({
    state: 'failed',
    readAt: null,
    error: expect.stringContaining('503'),
  });
  const now = { refresh: true };
  expect(await core.replies.activity.list(ann, query(now)), 'not again within half a minute').toMatchObject({ state: 'failed' });
});

test('takes an empty listing for a hidden history if the account has karma', async () => {
  const { core, reddit, ann, clock } = await openAnn();
  await connect(core, ann, 'read');
  expect(await core.replies.activity.list(ann, query())).toMatchObject({ state: 'hidden', error: null });
  Object.assign(reddit.members.me, { link_karma: 1, comment_karma: 0, total_karma: 1, has_verified_email: undefined });
  clock.now += hour;
  expect(await core.replies.activity.list(ann, query())).toMatchObject({ state: 'empty', account: { totalKarma: 1, emailVerified: null } });
});

test('deletes items that were deleted on Reddit, and keeps items it could not read', async () => {
  const { core, reddit, ann, clock } = await openAnn();
  const texts = async () => (await core.replies.activity.read(ann)).items.map(({ title }) => title);
  const kept = reddit.world.post({ subreddit: 'freelance', title: 'Kept', author: me });
  const deleted = reddit.world.post({ subreddit: 'freelance', title: 'Deleted', author: me });
  await connect(core, ann, 'read');
  expect((await texts()).toSorted()).toEqual(['Deleted', 'Kept']);
  reddit.world.setGone(deleted, 'deleted');
  expect(await texts(), 'a quarter of an hour is not over').toHaveLength(2);
  clock.now += hour;
  expect(await texts()).toEqual(['Kept']);
  reddit.world.setGone(kept, 'vanished');
  reddit.faults.add({ fault: fault.serverError(500), when: isOverview, times: 3 });
  clock.now += hour;
  expect(await core.replies.activity.read(ann)).toMatchObject({
    state: 'ok',
    items: [{ title: 'Kept' }],
    readAt: clock.now - hour,
    error: expect.any(String),
  });
});

test('deletes nothing beyond the point where a read was interrupted', async () => {
  const { core, reddit, ann, clock } = await openAnn();
  const on = reddit.world.post({ subreddit: 'freelance', author: 'somebody' });
  for (let number = 0; number < 150; number += 1) reddit.world.comment({ on, author: me, createdAt: clock.now - (number + 1) * 1000 });
  await connect(core, ann, 'read');
  expect((await core.replies.activity.read(ann)).items).toHaveLength(150);
  clock.now += hour;
  reddit.world.comment({ on, author: me, text: 'The newest' });
  reddit.faults.add({
    fault: fault.serverError(500),
    when: ({ path, query: asked }) => path.endsWith('/overview') && asked.has('after'),
    times: 9,
  });
  const broken = await core.replies.activity.read(ann);
  expect(broken.items[0]?.body).toBe('The newest');
  expect(broken.items).toHaveLength(151);
  expect(broken.error).toEqual(expect.any(String));
});

test('shares one read among concurrent requests', async () => {
  const { core, reddit, ann } = await openAnn();
  await connect(core, ann, 'read');
  await Promise.all(Array.from({ length: 20 }, () => core.replies.activity.list(ann, query())));
  expect(reddit.requests.filter(isOverview)).toHaveLength(1);
});

test('keeps activity private, apart by account, and deletes it with its account and with the user', async () => {
  const { core, reddit, ann, clock } = await openAnn();
  const bob = await makeUser(core, 'bob');
  reddit.world.post({ subreddit: 'freelance', title: 'Of the first account', author: me });
  await connect(core, ann, 'read');
  expect((await core.replies.activity.read(ann)).items).toHaveLength(1);
  expect(await core.replies.activity.list(bob, query())).toMatchObject({ state: 'not-connected', items: [] });
  reddit.members.habits.who = 'ann_second';
  await connect(core, ann, 'read');
  expect(await core.replies.activity.read(ann, { account: 'ann_SECOND' })).toMatchObject({
    account: { username: 'ann_second' },
    items: [],
  });
  expect((await core.replies.activity.read(ann)).items).toHaveLength(1);
  expect(await core.replies.activity.list(ann, query({ account: 'somebody_else' }))).toMatchObject({ state: 'not-connected', items: [] });
  clock.now += hour;
  await core.reddit.account.disconnect(ann);
  expect(await core.db('own_items')).toEqual([]);
  expect(await core.replies.activity.read(ann)).toMatchObject({ account: { username: 'ann_second' } });
  await core.reddit.account.disconnect(ann);
  expect(await core.db('own_items')).toEqual([]);
  expect(await core.db('own_activity')).toEqual([]);
});

test("applies deletions for inactive users in the job, and deletes what can't be confirmed", async () => {
  const { core, reddit, ann, clock } = await openAnn();
  const post = reddit.world.post({ subreddit: 'freelance', author: me });
  reddit.world.post({ subreddit: 'freelance', title: 'Stays', author: me });
  await connect(core, ann, 'read');
  await core.replies.activity.read(ann);
  expect(await core.replies.activity.refreshDue(never)).toEqual({ read: 0, forgotten: 0 });
  reddit.world.setGone(post, 'deleted');
  clock.now += day + hour;
  expect(await core.replies.activity.refreshDue(never)).toEqual({ read: 1, forgotten: 0 });
  expect(await core.db('own_items').pluck('title')).toEqual(['Stays']);
  reddit.members.removeApp();
  clock.now += 2 * day + hour;
  expect(await core.replies.activity.refreshDue(never)).toEqual({ read: 0, forgotten: 1 });
  expect(await core.db('own_items')).toEqual([]);
});

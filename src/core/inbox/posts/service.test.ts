import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { bulkActions, postListQuery } from '#shared/posts.ts';
import { leadListQuery } from '#shared/leads.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let eve: Awaited<ReturnType<typeof makeUser>>;
let campaignId: string;

const list = async (query: Record<string, unknown> = {}) =>
  (await made.core.inbox.posts.list(ann, postListQuery.parse({ status: 'all', ...query }))).items;
const leads = async () => (await made.core.inbox.leads.list(ann, leadListQuery.parse({}))).items;
const everything = async () => ({
  posts: await made.core.db('posts').orderBy('id'),
  leads: await made.core.db('leads').orderBy('id').select('id', 'active', 'stage', 'static_points', 'seen_at'),
  events: await made.core.db('lead_events').orderBy('id'),
});

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  eve = await makeUser(made.core, 'eve');
  campaignId = (await makeCampaign(made.core, ann)).id;
  const { now } = made.clock;
  await ingestItems(made.core, [
    makeItem(1, now),
    makeItem(2, now),
    makeItem(3, now, {
      title: 'Invoices, a thought',
      body: 'Clients who pay late cost me hours of invoices each month. How do you all feel about late fees?',
    }),
    makeItem(4, now, { author: null }),
    makeItem(5, now, {
      kind: 'comment',
      fullname: 't1_answer',
      linkFullname: 't3_item1',
      parentFullname: 't3_item1',
      title: 'Thread',
      body: 'Same here, no idea. Following for the answers about it.',
    }),
  ]);
});
afterEach(() => made.close());

test('makes a lead of a buyer, keeps talk as a post, and makes no lead without an author', async () => {
  const status = new Map((await list()).map((post) => [post.fullname, [post.status, post.leadId !== null]]));
  expect(status.get('t3_item1')).toEqual(['lead', true]);
  expect(status.get('t3_item3')).toEqual(['new', false]);
  expect(status.get('t3_item4')).toEqual(['new', false]);
  expect((await leads()).map(({ redditUsername }) => redditUsername).toSorted()).toEqual(['author_1', 'author_2']);
});

test('opens a post by indexes, however many others there are', async () => {
  const { readDb } = made.core;
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const listen = (query: { sql: string; bindings: unknown[] }) => void asked.push(query);
  const [post] = await list();
  readDb.on('query', listen);
  await made.core.inbox.posts.get(ann, post?.id ?? '');
  readDb.off('query', listen);
  const onItems = asked.filter(({ sql }) => /\bfrom `items`/.test(sql));
  expect(onItems).not.toHaveLength(0);
  for (const { sql, bindings } of onItems) {
    const plan = await readDb.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings as never);
    // The last index has all items of a scope.
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN items(?! USING INTEGER)|items_by_check/);
  }
});

test("shows a post's fetched thread, and points that add up to its score", async () => {
  const post = (await list()).find(({ fullname }) => fullname === 't3_item1');
  const detail = await made.core.inbox.posts.get(ann, post?.id ?? '');
  expect(detail.thread).toMatchObject([{ fullname: 't1_answer', depth: 1 }]);
  expect(Math.abs(detail.points.reduce((sum, { points }) => sum + points, 0) - detail.confidence)).toBeLessThan(1);
});

test('hides a lead when its only post is dismissed, and shows it again when the post is restored', async () => {
  const post = (await list()).find(({ fullname }) => fullname === 't3_item1');
  await made.core.inbox.posts.update(ann, post?.id ?? '', { status: 'dismissed' });
  expect((await leads()).map(({ redditUsername }) => redditUsername)).toEqual(['author_2']);
  await made.core.inbox.posts.update(ann, post?.id ?? '', { status: 'lead' });
  expect(await leads()).toHaveLength(2);
});

test('rejects a lead without an author with a message', async () => {
  const post = (await list()).find(({ fullname }) => fullname === 't3_item4');
  await expect(made.core.inbox.posts.update(ann, post?.id ?? '', { status: 'lead' })).rejects.toMatchObject({ code: 'conflict' });
});

test('stores feedback with its reason, and leaves no trace when it is removed', async () => {
  const id = (await list())[0]?.id ?? '';
  const rated = await made.core.inbox.posts.feedback(ann, id, { verdict: 'wrong', reason: 'seller' });
  expect(rated.feedback).toEqual({ verdict: 'wrong', reason: 'seller', at: new Date(made.clock.now).toISOString() });
  expect((await made.core.inbox.posts.undoFeedback(ann, id)).feedback).toBeNull();
});

test.each(bulkActions)('restores every post, lead, and timeline when “%s” on all posts is undone', async (action) => {
  const ids = (await list()).map(({ id }) => id);
  await made.core.inbox.posts.update(ann, ids[0] ?? '', { status: 'archived', seen: true });
  const before = await everything();
  const { undoToken } = await made.core.inbox.posts.bulk(ann, { ids, action, ...(action === 'dismiss' ? { reason: 'old' as const } : {}) });
  expect(await everything()).not.toEqual(before);
  await made.core.inbox.posts.undo(ann, { undoToken });
  expect(await everything()).toEqual(before);
});

test('changes nothing when a change or its undo is sent again, because the first response was lost', async () => {
  const { posts } = made.core.inbox;
  const ids = (await list()).map(({ id }) => id);
  const key = crypto.randomUUID();
  const before = await everything();
  const first = await posts.bulk(ann, { ids, action: 'archive', key });
  const archived = await everything();
  await posts.update(ann, ids[0] ?? '', { status: 'dismissed' });
  const dismissed = await everything();
  expect(await posts.bulk(ann, { ids, action: 'archive', key })).toEqual(first);
  expect(await everything()).toEqual(dismissed);
  await posts.update(ann, ids[0] ?? '', { status: 'archived' });
  expect((await everything()).posts).toEqual(archived.posts);

  const undone = await posts.undo(ann, { undoToken: first.undoToken });
  expect((await everything()).posts).toEqual(before.posts);
  await posts.update(ann, ids[1] ?? '', { status: 'dismissed' });
  const later = await everything();
  expect(await posts.undo(ann, { undoToken: first.undoToken })).toEqual(undone);
  expect(await posts.bulk(ann, { ids, action: 'archive', key })).toEqual(first);
  expect(await everything()).toEqual(later);
});

test('undoes a change by its key, also before the change arrives', async () => {
  const { posts } = made.core.inbox;
  const ids = (await list()).map(({ id }) => id);
  const before = await everything();
  const [known, ahead] = [crypto.randomUUID(), crypto.randomUUID()];
  await posts.bulk(ann, { ids, action: 'archive', key: known });
  expect(await posts.undo(ann, { key: known })).toEqual({ changed: ids.length });
  expect(await everything()).toEqual(before);
  expect(await posts.undo(ann, { key: ahead })).toEqual({ changed: 0 });
  expect(await posts.bulk(ann, { ids, action: 'archive', key: ahead })).toMatchObject({ changed: 0 });
  expect(await posts.undo(ann, { key: ahead })).toEqual({ changed: 0 });
  expect(await everything()).toEqual(before);
  expect(await posts.bulk(eve, { ids, action: 'archive', key: ahead }).catch((error: unknown) => error)).toMatchObject({
    code: 'not_found',
  });
});

test("keeps a user's keys apart from those of others", async () => {
  const key = crypto.randomUUID();
  const [id = ''] = (await list()).map((post) => post.id);
  await made.core.inbox.posts.bulk(ann, { ids: [id], action: 'archive', key });
  await makeCampaign(made.core, eve);
  await ingestItems(made.core, [makeItem(9, made.clock.now)]);
  const [hers] = (await made.core.inbox.posts.list(eve, postListQuery.parse({}))).items;
  expect(await made.core.inbox.posts.bulk(eve, { ids: [hers?.id ?? ''], action: 'archive', key })).toMatchObject({ changed: 1 });
  expect((await made.core.inbox.posts.get(eve, hers?.id ?? '')).status).toBe('archived');
});

test('counts a dismissal with a reason as feedback', async () => {
  const id = (await list())[0]?.id ?? '';
  await made.core.inbox.posts.bulk(ann, { ids: [id], action: 'dismiss', reason: 'no-need' });
  expect(await made.core.inbox.posts.get(ann, id)).toMatchObject({
    status: 'dismissed',
    feedback: { verdict: 'wrong', reason: 'no-need' },
  });
});

test("hides posts from other users, who can't change or undo anything", async () => {
  const [post] = await list();
  const id = post?.id ?? '';
  const leadId = (await leads())[0]?.id ?? '';
  const { undoToken } = await made.core.inbox.posts.bulk(ann, { ids: [id], action: 'seen' });
  const before = await everything();
  const {
    inbox: { posts, leads: people, campaigns },
    discovery: { pipeline: discovery },
  } = made.core;
  const page = { limit: 10 };
  const tries: (() => Promise<unknown>)[] = [
    () => posts.get(eve, id),
    () => posts.update(eve, id, { status: 'dismissed' }),
    () => posts.feedback(eve, id, { verdict: 'wrong' }),
    () => posts.undoFeedback(eve, id),
    () => posts.bulk(eve, { ids: [id], action: 'dismiss' }),
    () => posts.undo(eve, { undoToken }),
    () => posts.list(eve, postListQuery.parse({ campaignId })),
    () => people.get(eve, leadId),
    () => people.update(eve, leadId, { notes: 'mine' }),
    () => people.timeline(eve, leadId, page),
    () => people.list(eve, leadListQuery.parse({ campaignId })),
    () => campaigns.get(eve, campaignId),
    () => campaigns.update(eve, campaignId, { name: 'mine' }),
    () => campaigns.remove(eve, campaignId),
    () => campaigns.duplicate(eve, campaignId),
    () => campaigns.pause(eve, campaignId),
    () => campaigns.resume(eve, campaignId),
    () => campaigns.runs(eve, campaignId, page),
    () => campaigns.coverage(eve, campaignId),
    () => discovery.runNow(eve, campaignId),
    () => discovery.importPaste(eve, { text: 'x', campaignId }),
    () => discovery.importFile(eve, '/dev/null', { campaignId }),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  expect(await everything()).toEqual(before);
  expect((await posts.list(eve, postListQuery.parse({ status: 'all' }))).items).toEqual([]);
  expect((await people.list(eve, leadListQuery.parse({}))).items).toEqual([]);
  expect((await campaigns.list(eve, page)).items).toEqual([]);
});

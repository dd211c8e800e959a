import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { leadListQuery, leadSorts } from '#shared/leads.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const list = (query: Record<string, unknown> = {}) => made.core.inbox.leads.list(ann, leadListQuery.parse(query));
const names = async (query: Record<string, unknown>) => (await list(query)).items.map(({ redditUsername }) => redditUsername);

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
  for (let number = 1; number <= 9; number += 1) {
    await ingestItems(made.core, [makeItem(number, made.clock.now - number * 3_600_000, { numComments: number * 4 })]);
    made.clock.now += 60_000;
  }
});
afterEach(() => made.close());

test.each([...leadSorts, 'lastActivityAt'])('returns every lead exactly once across pages, sorted by %s', async (sort) => {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list({ sort, limit: 2, ...(cursor === '' ? {} : { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    made.clock.now += 3_600_000;
  }
  expect(seen).toHaveLength(9);
  expect(new Set(seen).size).toBe(9);
});

test('lists what was found since the last visit first, best first across pages, then the others, the last found first', async () => {
  await made.core.insights.dashboard.get(ann);
  made.clock.now += 2 * 3_600_000;
  for (let number = 21; number <= 26; number += 1) {
    await ingestItems(made.core, [makeItem(number, made.clock.now - ((number * 7) % 5) * 9 * 3_600_000)]);
    made.clock.now += 60_000;
  }
  await made.core.insights.dashboard.get(ann);
  const shown: Awaited<ReturnType<typeof list>>['items'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list({ sort: '-new', limit: 4, ...(cursor === '' ? {} : { cursor }) });
    shown.push(...page.items);
    cursor = page.nextCursor;
  }
  const fresh = shown.slice(0, 6);
  expect(fresh.map(({ redditUsername }) => redditUsername).toSorted()).toEqual([21, 22, 23, 24, 25, 26].map((n) => `author_${n}`));
  const scores = fresh.map(({ confidence }) => confidence);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBeGreaterThan(2);
  const earlier = shown.slice(6).map(({ redditUsername }) => redditUsername);
  expect(earlier).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `author_${n}`));
});

test('tells apart people with whom there is nothing to do until a follow-up is due', async () => {
  const [lead] = (await list()).items;
  const person = lead?.redditUsername;
  const dueAt = new Date(made.clock.now + 3_600_000).toISOString();
  const { id } = await made.core.inbox.followUps.create(ann, lead?.id ?? '', { dueAt, note: '' });
  expect(await names({ waiting: 'true' })).toEqual([person]);
  const others = await names({ waiting: 'false' });
  expect(others).toHaveLength(8);
  expect(others).not.toContain(person);
  made.clock.now += 3_600_000;
  expect(await list({ waiting: 'false' })).toMatchObject({ total: 9 });
  await made.core.inbox.followUps.update(ann, id, { snoozeUntil: new Date(made.clock.now + 3_600_000).toISOString() });
  expect(await list({ waiting: 'false' })).toMatchObject({ total: 8 });
  await made.core.inbox.followUps.update(ann, id, { done: true });
  expect(await list({ waiting: 'false' })).toMatchObject({ total: 9 });
});

test('stores stage, notes, tags, and value, and adds each change to the timeline', async () => {
  const [lead] = (await list()).items;
  const id = lead?.id ?? '';
  await made.core.inbox.leads.update(ann, id, { stage: 'contacted', notes: 'Wrote to them', tags: ['warm', 'studio'], value: 1200 });
  await made.core.inbox.leads.update(ann, id, { value: null });
  expect(await made.core.inbox.leads.get(ann, id)).toMatchObject({
    stage: 'contacted',
    notes: 'Wrote to them',
    tags: ['warm', 'studio'],
    value: null,
  });
  const { items } = await made.core.inbox.leads.timeline(ann, id, { limit: 10 });
  expect(items.map(({ kind }) => kind)).toEqual(['value', 'value', 'tag', 'note', 'stage', 'lead', 'heard']);
  expect(items.find(({ kind }) => kind === 'stage')?.text).toBe('new → contacted');
  const first = await made.core.inbox.leads.timeline(ann, id, { limit: 3 });
  expect([first.items.length, first.total]).toEqual([3, 7]);
});

test('adds nothing to the timeline when nothing changes', async () => {
  const [lead] = (await list()).items;
  const before = await made.core.inbox.leads.timeline(ann, lead?.id ?? '', { limit: 10 });
  await made.core.inbox.leads.update(ann, lead?.id ?? '', { stage: 'new', notes: '', tags: [], value: null });
  expect(await made.core.inbox.leads.timeline(ann, lead?.id ?? '', { limit: 10 })).toEqual(before);
});

test('finds leads by name, notes, tag, stage, and text', async () => {
  const [first, second] = (await list()).items;
  await made.core.inbox.leads.update(ann, first?.id ?? '', { notes: 'met at 100% fair', tags: ['vip'], stage: 'won' });
  expect(await names({ q: 'met at 100%' })).toEqual([first?.redditUsername]);
  expect(await names({ tag: 'vip' })).toEqual([first?.redditUsername]);
  expect(await names({ stage: 'won' })).toEqual([first?.redditUsername]);
  expect(await names({ q: second?.redditUsername ?? '' })).toEqual([second?.redditUsername]);
  expect(await names({ q: 'number 7 and' })).toEqual(['author_7']);
  expect(await names({ minConfidence: 101 - 1 })).toEqual([]);
});

test('keeps a lead past stage new in the list when its post is archived', async () => {
  const [lead] = (await list()).items;
  await made.core.inbox.leads.update(ann, lead?.id ?? '', { stage: 'qualified' });
  await made.core.inbox.posts.update(ann, lead?.posts[0]?.id ?? '', { status: 'archived' });
  expect(await names({})).toContain(lead?.redditUsername);
});

test('marks a lead as seen once its posts are, and as unseen again after a new post', async () => {
  const lead = async () => (await list({ q: 'author_1' })).items[0];
  await made.core.inbox.posts.update(ann, (await lead())?.posts[0]?.id ?? '', { seen: true });
  expect((await lead())?.seen).toBe(true);
  await ingestItems(made.core, [makeItem(77, made.clock.now, { author: 'Author_1' })]);
  expect(await lead()).toMatchObject({ seen: false, posts: [{}, {}] });
});

test('counts the leads that match, on the first page only', async () => {
  expect(await list({ limit: 2, minConfidence: 0 })).toMatchObject({ total: 9, nextCursor: expect.any(String) });
  const first = await list({ limit: 2 });
  expect((await list({ limit: 2, cursor: first.nextCursor ?? '' })).total).toBe(null);
  const found = await list({ limit: 2, q: 'number' });
  expect([found.items.length, found.total]).toEqual([2, 9]);
  expect((await list({ limit: 2, q: 'number', cursor: found.nextCursor ?? '' })).total).toBe(null);
  const [best] = first.items;
  await made.core.inbox.leads.update(ann, best?.id ?? '', { stage: 'won' });
  expect(await list({ limit: 2, stage: 'new' })).toMatchObject({ total: 8 });
  expect(await list({ limit: 2, stage: 'won' })).toMatchObject({ total: 1 });
});

test('lists what changed since a time in the order of the changes, and misses none that changes between two pages', async () => {
  const all = await list({ sort: 'lastActivityAt' });
  expect(await names({ sort: '-lastActivityAt' })).toEqual(all.items.map(({ redditUsername }) => redditUsername).toReversed());
  const since = new Date(made.clock.now).toISOString();
  expect(await names({ updatedSince: since })).toEqual([]);
  const [first, second, third, fourth] = all.items;
  const change = async (lead: typeof first, notes: string) => {
    made.clock.now += 60_000;
    await made.core.inbox.leads.update(ann, lead?.id ?? '', { notes });
  };
  await change(second, 'Wrote');
  await change(first, 'Called');
  await change(third, 'Wrote');
  const query = { sort: 'lastActivityAt', updatedSince: since, limit: 2 };
  const page = await list(query);
  expect(page.items.map(({ id }) => id)).toEqual([second?.id, first?.id]);
  await change(fourth, 'Wrote');
  await change(second, 'Wrote again');
  const rest = await list({ ...query, limit: 5, cursor: page.nextCursor });
  expect(rest.items.map(({ id }) => id)).toEqual([third?.id, fourth?.id, second?.id]);
  expect(rest.nextCursor).toBeNull();
});

test('filters leads by when they were found and by the subreddits of their posts', async () => {
  const since = new Date(made.clock.now - 3 * 60_000).toISOString();
  expect(await names({ since, sort: '-discoveredAt' })).toEqual(['author_9', 'author_8', 'author_7']);
  await ingestItems(made.core, [makeItem(20, made.clock.now, { subreddit: 'SmallBusiness', author: 'author_3' })]);
  expect(await names({ subreddit: 'r/smallbusiness' })).toEqual(['author_3']);
  expect(await list({ subreddit: 'nowhere' })).toMatchObject({ items: [], total: 0 });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
const store = (items: readonly FetchedItem[], scope = '') =>
  transact(made.core.db, (trx) => made.core.inbox.items.store(trx, { scope, source: 'api', items, now: made.clock.now }));
const rows = () => made.core.db('items').orderBy('id');
const thousand = () => Array.from({ length: 1000 }, (_, index) => makeItem(index, made.clock.now));

beforeEach(async () => {
  made = await makeCore();
});
afterEach(() => made.close());

test('stores a thousand items once, even when two writers store them at the same time', async () => {
  expect((await store(thousand())).fresh).toHaveLength(1000);
  const before = await rows();
  await store(thousand());
  const both = await Promise.all([store(thousand()), store(thousand())]);
  expect(both.map(({ fresh, changed }) => [fresh.length, changed])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await rows()).toEqual(before);
});

test('saves new points without scoring again, and moves an item with a new text to the end of the queue', async () => {
  await store([makeItem(1, made.clock.now), makeItem(2, made.clock.now)]);
  const [first] = await rows();
  await store([makeItem(1, made.clock.now, { score: 99, numComments: 12 })]);
  const [liked] = await rows();
  expect(liked).toMatchObject({ points: 99, num_comments: 12, seq: first?.seq });
  const { changed } = await store([makeItem(1, made.clock.now, { body: 'Edited' })]);
  const [edited, other] = await rows();
  expect(changed).toBe(1);
  expect(edited?.body).toBe('Edited');
  expect(edited?.seq).toBeGreaterThan(other?.seq ?? Infinity);
});

test("keeps points and author when a source doesn't have them", async () => {
  await store([makeItem(1, made.clock.now)]);
  await store([makeItem(1, made.clock.now, { score: null, numComments: null, author: null })]);
  expect((await rows())[0]).toMatchObject({ points: 3, num_comments: 1, author: 'author_1' });
});

test('stores a post that was fetched once and imported by two users as three items', async () => {
  for (const scope of ['', 'user:1', 'user:2']) await store([makeItem(1, made.clock.now)], scope);
  expect((await rows()).map(({ scope }) => scope)).toEqual(['', 'user:1', 'user:2']);
});

test('returns unusual text exactly as stored', async () => {
  const body = 'RTL ‏שלום‎ emoji 👩‍👩‍👧 zero\u200bwidth, quotes "\' and a very long tail '.repeat(300);
  await store([makeItem(1, made.clock.now, { body })]);
  expect((await rows())[0]?.body).toBe(body);
});

test('erases deleted content everywhere, and ignores late copies of it', async () => {
  const ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
  const item = makeItem(1, made.clock.now, { title: 'Looking for invoicing software, canary words, would pay' });
  await ingestItems(made.core, [item, makeItem(2, made.clock.now)]);
  await made.core.inbox.posts.feedback(ann, '1', { verdict: 'right' });
  await ingestItems(made.core, [{ ...item, gone: 'deleted', title: '[deleted]', body: '[deleted]', author: null }]);
  await ingestItems(made.core, [item]);
  const tables = ['items', 'posts', 'leads', 'lead_events', 'runs', 'undos'];
  const dump = JSON.stringify(await Promise.all(tables.map((table) => made.core.db(table))));
  expect(dump).not.toMatch(/canary|author_1|comments\/item1/);
  expect(dump).toMatch(/author_2/);
  expect((await made.core.inbox.posts.list(ann, { limit: 5, sort: '-confidence', q: 'canary' })).items).toEqual([]);
  expect(await made.core.inbox.posts.get(ann, '1')).toMatchObject({
    title: '',
    body: '',
    author: null,
    permalink: null,
    evidence: [],
    reason: '',
    goneAt: new Date(made.clock.now).toISOString(),
    feedback: { verdict: 'right' },
  });
  const { items: leads } = await made.core.inbox.leads.list(ann, { limit: 5, sort: '-discoveredAt' });
  expect(leads.map(({ redditUsername }) => redditUsername)).toEqual(['author_2']);
});

test("doesn't store a new item that is already deleted", async () => {
  await store([makeItem(1, made.clock.now, { gone: 'removed' })]);
  expect(await rows()).toEqual([]);
});

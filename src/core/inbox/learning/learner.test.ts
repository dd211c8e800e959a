import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '#core/platform/db/connect.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import { markUnranked } from './queries.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let campaignId: string;

const trades = [
  'It is for my dental clinic: patients, braces, implants, crowns, cavities, molars, toothache, hygienists.',
  'It is for my photography: brides, bouquets, ceremonies, portraits, venues, receptions, albums, lenses.',
];
/** Even numbers are about a clinic, odd ones about weddings; nothing else differs. */
const makeTrade = (number: number) => {
  const plain = makeItem(number, made.clock.now);
  return { ...plain, body: `${plain.body} ${trades[number % 2]}` };
};
const ingest = (from: number, to: number) =>
  ingestItems(
    made.core,
    Array.from({ length: to - from + 1 }, (_, index) => makeTrade(from + index)),
  );
const rows = (of = campaignId) =>
  made.core
    .db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where({ campaign_id: Number(of) })
    .orderBy('items.fullname')
    .select<
      { id: number; fullname: string; learned_points: number; static_points: number; cap: number; decided: string; status: string }[]
    >(
      'posts.id',
      'items.fullname',
      ...['learned_points', 'static_points', 'recency_points', 'cap', 'decided', 'status'].map((column) => `posts.${column}`),
    );
const pointsOf = async (number: number, of = campaignId): Promise<number> =>
  (await rows(of)).find(({ fullname }) => fullname === `t3_item${number}`)?.learned_points ?? Number.NaN;
const idOf = async (number: number, of = campaignId): Promise<string> =>
  String((await rows(of)).find(({ fullname }) => fullname === `t3_item${number}`)?.id);

async function rate(number: number, verdict: 'right' | 'wrong' = number % 2 === 0 ? 'right' : 'wrong'): Promise<void> {
  await made.core.inbox.posts.feedback(ann, await idOf(number), { verdict });
}
async function rateUpTo(last: number): Promise<void> {
  for (let number = 1; number <= last; number += 1) await rate(number);
  await made.core.inbox.learning.learned();
}

beforeEach(async () => {
  made = await makeCore({}, { discovery: { learnPauseMs: 0 } });
  ann = await makeUser(made.core, 'ann');
  campaignId = (await makeCampaign(made.core, ann)).id;
  await ingest(1, 14);
});
afterEach(() => made.close());

test('moves unrated posts up and down after the eighth rating, but not after the seventh', async () => {
  await rateUpTo(7);
  expect((await rows()).map(({ learned_points }) => learned_points)).toEqual(Array.from({ length: 14 }, () => 0));
  await rateUpTo(8);
  expect(await pointsOf(13)).toBeLessThan(-2);
  expect(await pointsOf(14)).toBeGreaterThan(2);
});

test('restores every number exactly when feedback is removed', async () => {
  await rateUpTo(9);
  const before = JSON.stringify(await rows());
  await rate(10, 'wrong');
  await rate(11, 'right');
  await made.core.inbox.learning.learned();
  expect(JSON.stringify(await rows())).not.toBe(before);
  for (const number of [11, 10]) await made.core.inbox.posts.undoFeedback(ann, await idOf(number));
  await made.core.inbox.learning.learned();
  expect(JSON.stringify(await rows())).toBe(before);
});

test('forgets everything it learned when fewer than eight ratings remain', async () => {
  const before = JSON.stringify(await rows());
  await rateUpTo(8);
  for (let number = 1; number <= 8; number += 1) await made.core.inbox.posts.undoFeedback(ann, await idOf(number));
  await made.core.inbox.learning.learned();
  expect(JSON.stringify(await rows())).toBe(before);
});

test('gives a newly fetched post the same learned points as a stored post with the same text', async () => {
  await rateUpTo(12);
  await ingest(15, 16);
  const [fresh, later] = [await pointsOf(15), await pointsOf(16)];
  expect(fresh).toBeLessThan(0);
  expect(later).toBeGreaterThan(0);
  await made.core.db('posts').update({ learned_points: 0 });
  await made.core.db('campaign_learning').update({ applied: 0, wanted: made.core.db.raw('wanted + 1') });
  await made.core.inbox.learning.learnDue(AbortSignal.timeout(10_000));
  expect([await pointsOf(15), await pointsOf(16)]).toEqual([fresh, later]);
});

test("updates the lead of a post, and doesn't change other campaigns", async () => {
  const other = (await makeCampaign(made.core, ann, { name: 'Other' })).id;
  await made.core.discovery.pipeline.settled();
  const before = JSON.stringify(await rows(other));
  const leadOf = async (number: number) =>
    (await made.core.inbox.leads.list(ann, leadListQuery.parse({ campaignId }))).items.find(
      ({ redditUsername }) => redditUsername === `author_${number}`,
    );
  const confidence = (await leadOf(13))?.confidence ?? 0;
  await rateUpTo(12);
  const post = await made.core.inbox.posts.get(ann, await idOf(13));
  expect(post.confidence).toBeLessThan(confidence);
  const lead = await made.core
    .db('leads')
    .where({ campaign_id: Number(campaignId), author_key: 'author_13' })
    .first<{ static_points: number }>();
  expect(lead.static_points).toBe((await rows()).find(({ fullname }) => fullname === 't3_item13')?.static_points);
  expect(JSON.stringify(await rows(other))).toBe(before);
});

test('never raises a seller above the cap', async () => {
  const pitch = {
    title: 'I built an invoicing tool, try it for free',
    body: 'We launched our invoicing app today for my dental clinic and its patients. Check out our website and use the code LAUNCH for a discount on invoices.',
  };
  await ingestItems(made.core, [makeItem(40, made.clock.now, pitch)]);
  await made.core.db('campaigns').update({ post_floor: 0, updated_at: 1, scored_seq: 0 });
  made.core.discovery.pipeline.scoreSoon();
  await made.core.discovery.pipeline.settled();
  await rateUpTo(8);
  for (const { cap, static_points } of await rows()) expect(static_points).toBeLessThanOrEqual(cap);
  expect((await rows()).find(({ fullname }) => fullname === 't3_item40')).toMatchObject({ cap: 20, decided: 'post' });
});

test('unlearns a deleted text, and removes its terms immediately', async () => {
  await rateUpTo(8);
  expect(await made.core.db('campaign_learning').first<{ terms: string }>('terms')).toMatchObject({
    terms: expect.stringContaining('photography'),
  });
  const item = await made.core.db('items').where({ fullname: 't3_item1' }).first<{ id: number }>('id');
  await transact(made.core.db, (trx) => made.core.inbox.items.erase(trx, [{ id: item.id, gone: 'deleted' }], made.clock.now));
  expect(await made.core.db('campaign_learning').first<{ terms: string }>('terms')).toEqual({ terms: '[]' });
  await made.core.inbox.learning.learnDue(AbortSignal.timeout(10_000));
  expect(await made.core.db('campaign_learning').first('lessons', 'layer')).toEqual({ lessons: 7, layer: null });
  expect(await pointsOf(13)).toBe(0);
});

test('learns from a manually created lead as from a good match, and nothing from a dismissal without a reason', async () => {
  await made.core.db('posts').update({ decided: 'post', status: 'new' });
  const bulk = async (numbers: number[], action: 'lead' | 'dismiss', reason?: 'no-need') =>
    made.core.inbox.posts.bulk(ann, {
      ids: await Promise.all(numbers.map((number) => idOf(number))),
      action,
      ...(reason ? { reason } : {}),
    });
  await bulk([2, 4, 6, 8], 'lead');
  const { undoToken } = await bulk([1, 3, 5, 7], 'dismiss');
  await made.core.inbox.learning.learned();
  expect(await pointsOf(13)).toBe(0);
  await made.core.inbox.posts.undo(ann, { undoToken });
  await bulk([1, 3, 5, 7], 'dismiss', 'no-need');
  await made.core.inbox.learning.learned();
  expect(await pointsOf(13)).toBeLessThan(-2);
  expect(await pointsOf(14)).toBeGreaterThan(2);
});

test('learns from a reply to a post as from a good match', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await rate(number);
  const post = Number(await idOf(8));
  const row = {
    user_id: Number(ann.userId),
    account: 'ann',
    parent_fullname: 't3_item8',
    subreddit: 'freelance',
    text: 'Hi',
    text_hash: 'h',
  };
  await made.core.db('outbox').insert({ ...row, post_id: post, state: 'sent', due_at: 1, created_at: 1, sent_at: 1 });
  await made.core.inbox.learning.noteAnswered(post);
  await made.core.inbox.learning.learned();
  expect(await made.core.db('campaign_learning').first('lessons')).toEqual({ lessons: 8 });
  expect(await pointsOf(14)).toBeGreaterThan(2);
});

test('learns nothing from the reason "too old"', async () => {
  await rateUpTo(7);
  await made.core.inbox.posts.feedback(ann, await idOf(9), { verdict: 'wrong', reason: 'old' });
  await made.core.inbox.learning.learned();
  expect(await made.core.db('campaign_learning').first('lessons', 'layer')).toEqual({ lessons: 7, layer: null });
});

test('finishes interrupted learning at the next start', async () => {
  await rateUpTo(8);
  const before = JSON.stringify(await rows());
  await made.core.db('posts').where('id', '>', 5).update({ learned_points: 0 });
  await made.core.db('campaign_learning').update({ applied: 0, done: 0 });
  made.core.inbox.learning.learnSoon();
  await made.core.inbox.learning.learned();
  expect(JSON.stringify(await rows())).toBe(before);
  expect(
    (await made.core.inbox.posts.list(ann, postListQuery.parse({ status: 'all' }))).items.some(({ learnedPoints }) => learnedPoints < 0),
  ).toBe(true);
});

test("ranks posts by another lead threshold page by page, with others' writes in between", async () => {
  await ingest(15, 450);
  const order: string[] = [];
  const ranking = made.core.inbox.campaigns.update(ann, campaignId, { leadThreshold: 100 }).then(() => order.push('ranked'));
  for (let time = 1; time <= 3; time += 1) await transact(made.core.db, async () => undefined).then(() => order.push(`write ${time}`));
  await ranking;
  expect(order).toEqual(['write 1', 'write 2', 'write 3', 'ranked']);
  expect((await rows()).every(({ decided }) => decided === 'post')).toBe(true);
});

test('makes up for a crash between a new lead threshold and the posts that it decides about', async () => {
  await transact(made.core.db, async (trx) => {
    await trx('campaigns')
      .where({ id: Number(campaignId) })
      .update({ lead_threshold: 100 });
    await markUnranked(trx, Number(campaignId));
  });
  expect((await rows()).some(({ decided }) => decided === 'lead')).toBe(true);
  await made.core.inbox.learning.learnDue(new AbortController().signal);
  expect((await rows()).every(({ decided }) => decided === 'post')).toBe(true);
});

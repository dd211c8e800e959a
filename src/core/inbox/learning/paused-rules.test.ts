import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { postListQuery } from '#shared/posts.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let id: string;

const poor = 'photography tool';
const good = 'dentist tool';
/** A post that only this trade's rule matches. */
const makeFor = (number: number, trade: string) => {
  const item = makeItem(number, made.clock.now);
  return { ...item, body: `${item.body} It is a tool for ${trade}.` };
};
const ingest = (from: number, to: number, trade: string) =>
  ingestItems(
    made.core,
    Array.from({ length: to - from + 1 }, (_, index) => makeFor(from + index, trade)),
  );
const settle = async () => {
  await made.core.inbox.learning.learned();
  await made.core.discovery.pipeline.settled();
};
const listAll = async () =>
  (await made.core.inbox.posts.list(ann, postListQuery.parse({ campaignId: id, status: 'all', limit: 100 }))).items;
const rate = async (from: number, to: number, verdict: 'right' | 'wrong') => {
  const posts = await listAll();
  for (let number = from; number <= to; number += 1)
    await made.core.inbox.posts.feedback(ann, posts.find(({ fullname }) => fullname === `t3_item${number}`)?.id ?? 'none', { verdict });
  await settle();
};
const isPost = async (number: number) => (await listAll()).some(({ fullname }) => fullname === `t3_item${number}`);
const paused = async () => (await made.core.inbox.campaigns.get(ann, id)).pausedRules;

beforeEach(async () => {
  made = await makeCore({}, { discovery: { learnPauseMs: 0 } });
  ann = await makeUser(made.core, 'ann');
  id = (await makeCampaign(made.core, ann, { rules: [{ text: poor }, { text: good }] })).id;
  await ingest(1, 8, 'photography');
  await ingest(11, 13, 'dentist');
});
afterEach(() => made.close());

test('pauses a rule after eight bad matches and no good one, and keeps other rules active and existing posts', async () => {
  await rate(1, 7, 'wrong');
  expect(await paused()).toEqual([]);
  await rate(8, 8, 'wrong');
  expect(await paused()).toEqual([poor]);
  const before = (await listAll()).length;
  await ingest(21, 22, 'photography');
  await ingest(23, 24, 'dentist');
  expect([await isPost(21), await isPost(22), await isPost(23), await isPost(24)]).toEqual([false, false, true, true]);
  expect(await listAll()).toHaveLength(before + 2);
  expect((await made.core.inbox.campaigns.get(ann, id)).rules).toEqual([{ text: poor }, { text: good }]);
});

test('matches nothing by relevance alone while every rule is paused', async () => {
  await made.core.inbox.campaigns.update(ann, id, { rules: [{ text: poor }] });
  await settle();
  await rate(1, 8, 'wrong');
  await ingest(21, 22, 'dentist');
  expect([await isPost(21), await isPost(22)]).toEqual([false, false]);
});

test('keeps a rule active after one good match', async () => {
  await rate(1, 1, 'right');
  await rate(2, 8, 'wrong');
  await ingest(9, 10, 'photography');
  await rate(9, 10, 'wrong');
  expect(await paused()).toEqual([]);
});

test('matches what was fetched during the pause once resumed, and pauses again only after new bad matches', async () => {
  await rate(1, 8, 'wrong');
  await ingest(21, 28, 'photography');
  expect(await isPost(21)).toBe(false);
  made.clock.now += 1000;
  const view = await made.core.inbox.learning.wake(ann, id, { rule: poor });
  expect(view.rules.find(({ text }) => text === poor)).toMatchObject({ pausedSince: null, wrong: 8, right: 0 });
  await settle();
  expect(await paused()).toEqual([]);
  expect(await isPost(21)).toBe(true);
  made.clock.now += 1000;
  await rate(21, 27, 'wrong');
  expect(await paused()).toEqual([]);
  await rate(28, 28, 'wrong');
  expect(await paused()).toEqual([poor]);
});

test('resumes a rule when feedback on one of its bad matches is removed', async () => {
  await rate(1, 8, 'wrong');
  await ingest(21, 21, 'photography');
  const post = (await listAll()).find(({ fullname }) => fullname === 't3_item3');
  await made.core.inbox.posts.undoFeedback(ann, post?.id ?? '');
  await settle();
  expect(await paused()).toEqual([]);
  expect(await isPost(21)).toBe(true);
});

test('shows recent match quality, learned terms, reasons, and the matches of each rule', async () => {
  const posts = await listAll();
  for (const { id: post } of posts.filter(({ matchedRules }) => matchedRules.includes(poor)).slice(0, 5))
    await made.core.inbox.posts.feedback(ann, post, { verdict: 'wrong', reason: 'not-my-customer' });
  const early = await made.core.inbox.learning.view(ann, id);
  expect(early).toMatchObject({ lately: { rated: 5, right: 0 }, lessons: 5, needed: 3, up: [], down: [], learnedAt: null });
  await rate(11, 13, 'right');
  const view = await made.core.inbox.learning.view(ann, id);
  expect(view).toMatchObject({
    lately: { rated: 8, right: 3 },
    lessons: 8,
    needed: 0,
    isBehind: false,
    reasons: [{ reason: 'not-my-customer', count: 5 }],
  });
  expect(view.up.map(({ what }) => what)).toContain('“dentist”');
  expect(view.down.map(({ what }) => what)).toContain('“photography”');
  expect(view.rules).toEqual([
    { text: poor, matched: 8, leads: 1, right: 0, wrong: 5, pausedSince: null },
    { text: good, matched: 3, leads: 3, right: 3, wrong: 0, pausedSince: null },
  ]);
});

test("hides learning from other users, and refuses to resume a rule that isn't paused", async () => {
  const eve = await makeUser(made.core, 'eve');
  await rate(1, 8, 'wrong');
  await expect(made.core.inbox.learning.view(eve, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(made.core.inbox.learning.wake(eve, id, { rule: poor })).rejects.toMatchObject({ code: 'not_found' });
  await expect(made.core.inbox.learning.wake(ann, id, { rule: good })).rejects.toMatchObject({ code: 'conflict' });
  expect(await paused()).toEqual([poor]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { postListQuery } from '#shared/posts.ts';
import { figuresOf } from './evaluate.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let campaignId: string;

const idOf = async (fullname: string): Promise<string> => {
  const { items } = await made.core.inbox.posts.list(ann, postListQuery.parse({ status: 'all' }));
  return items.find((post) => post.fullname === fullname)?.id ?? `${fullname} was not kept`;
};

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  campaignId = (await makeCampaign(made.core, ann, { postFloor: 0 })).id;
  const { now } = made.clock;
  await ingestItems(made.core, [
    makeItem(1, now),
    makeItem(2, now),
    makeItem(3, now, {
      title: 'Invoices, a thought',
      body: 'I was thinking about invoices and what they mean for a small studio such as ours.',
    }),
    makeItem(4, now, {
      title: 'I built an invoicing tool, try it for free',
      body: 'We launched our invoicing app today. Check out our website and use the code LAUNCH for a discount on invoices.',
    }),
  ]);
});
afterEach(() => made.close());

test('explains a score with points that add up to it, matched rules, and literal quotes', async () => {
  const id = await idOf('t3_item1');
  const found = await made.core.inbox.learning.explain(ann, id);
  const post = await made.core.inbox.posts.get(ann, id);
  expect(found.confidence).toBe(post.confidence);
  expect(Math.abs(found.components.reduce((sum, { points }) => sum + points, 0) - found.confidence)).toBeLessThan(1);
  expect(found.components.reduce((sum, { max }) => sum + max, 0)).toBeCloseTo(100, 0);
  expect(found.components.find(({ name }) => name === 'intent')?.value).toBe(post.components.intent);
  expect(found).toMatchObject({ limits: [], cap: 100, matchedRules: ['invoic*'] });
  expect(found.evidence.length).toBeGreaterThan(0);
});

test('explains why the score of a seller is capped', async () => {
  const found = await made.core.inbox.learning.explain(ann, await idOf('t3_item4'));
  expect(found).toMatchObject({ role: 'seller', cap: 20 });
  expect(found.limits).toContain('the writer sells');
  expect(found.confidence).toBeLessThanOrEqual(20);
});

test('computes figures from rated posts only, and updates them when feedback is removed', async () => {
  expect(await made.core.inbox.learning.evaluate(ann, campaignId)).toEqual([]);
  await made.core.inbox.posts.feedback(ann, await idOf('t3_item1'), { verdict: 'right' });
  await made.core.inbox.posts.feedback(ann, await idOf('t3_item2'), { verdict: 'wrong', reason: 'no-need' });
  await made.core.inbox.posts.feedback(ann, await idOf('t3_item3'), { verdict: 'right' });
  expect(await made.core.inbox.learning.evaluate(ann, campaignId)).toMatchObject([
    { scoredBy: 'builtin', rated: 3, right: 2, precision: 0.5, recall: 0.5 },
  ]);
  await made.core.inbox.posts.undoFeedback(ann, await idOf('t3_item2'));
  expect(await made.core.inbox.learning.evaluate(ann, campaignId)).toMatchObject([
    { rated: 2, right: 2, precision: 1, recall: 0.5, ndcg: 1 },
  ]);
});

test("hides figures and explanations of other users' campaigns", async () => {
  const eve = await makeUser(made.core, 'eve');
  await expect(made.core.inbox.learning.evaluate(eve, campaignId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(made.core.inbox.learning.explain(eve, await idOf('t3_item1'))).rejects.toMatchObject({ code: 'not_found' });
});

test('computes an nDCG of 1 for the best order and less for a worse one, regardless of the order of ties', () => {
  const right = { score: 90, calledLead: true, right: true };
  const wrong = { score: 10, calledLead: false, right: false };
  expect(figuresOf([wrong, right]).ndcg).toBe(1);
  expect(figuresOf([{ ...wrong, score: 95 }, right]).ndcg).toBeCloseTo(1 / Math.log2(3), 6);
  const tied = [right, { ...wrong, score: 90 }];
  expect(figuresOf(tied).ndcg).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 6);
  expect(figuresOf(tied.toReversed()).ndcg).toBe(figuresOf(tied).ndcg);
  expect(figuresOf([wrong])).toMatchObject({ precision: null, recall: null, ndcg: null });
});

import { describe, expect, test } from 'vitest';
import { NearDuplicates } from './filters/near-duplicates.ts';
import { createScorer, type ScorerOptions } from './scorer.ts';
import { makeCampaign, makeItem } from './scoring.fixtures.ts';

const buyer = makeItem({
  title: 'Looking for an online dog trainer for our puppy, can anyone recommend one?',
  body: 'We have a new puppy who bites and pulls on the leash. Is there a good online puppy training course? Our budget is $100. Thanks in advance!',
});

const scoreItem = (item = buyer, options: Partial<ScorerOptions> = {}) =>
  createScorer({ campaigns: [makeCampaign()], now: null, ...options }).score(item);

describe('score result', () => {
  test('exists for each campaign, in their order', () => {
    const results = scoreItem(buyer, { campaigns: [makeCampaign({ id: 'a' }), makeCampaign({ id: 'b', rules: [{ text: 'parrot' }] })] });
    expect(results.map(({ campaignId, outcome }) => [campaignId, outcome])).toEqual([
      ['a', 'scored'],
      ['b', 'unmatched'],
    ]);
  });

  test('for a buyer is a lead with the matching rules, a score, and reasons', () => {
    const [result] = scoreItem();
    expect(result).toMatchObject({ outcome: 'scored', reason: null, matchedRules: ['puppy', 'dog trainer', 'leash'], decision: 'lead' });
    expect(result?.score).toBe(Math.round(result?.exactScore ?? 0));
    expect(result?.assessment?.evidence.length).toBeGreaterThan(2);
  });

  test('for a filtered or unmatched item has no assessment unless requested, and never a decision', () => {
    const adult = makeItem({ ...buyer, over18: true });
    expect(scoreItem(adult)).toMatchObject([{ outcome: 'filtered', reason: 'over 18', assessment: null, score: null, decision: 'none' }]);
    const [whole] = scoreItem(adult, { assessAll: true });
    expect(whole).toMatchObject({ outcome: 'filtered', decision: 'none' });
    expect(whole?.score).toBeGreaterThan(70);
    expect(scoreItem(makeItem())).toMatchObject([{ outcome: 'unmatched', score: null }]);
    expect(scoreItem(makeItem(), { assessAll: true })[0]?.score).toBeLessThan(25);
  });

  test('requires only the lowest threshold among the matching rules', () => {
    const strict = (minScore: number) =>
      makeCampaign({
        rules: [
          { text: 'puppy', minScore },
          { text: 'leash', minScore: 100 },
        ],
      });
    expect(scoreItem(buyer, { campaigns: [strict(50)] })[0]?.decision).toBe('lead');
    expect(scoreItem(buyer, { campaigns: [strict(99)] })[0]?.decision).toBe('none');
  });

  test('goes by relevance alone in a campaign without rules', () => {
    const campaigns = [makeCampaign({ rules: [] })];
    expect(scoreItem(buyer, { campaigns })[0]).toMatchObject({ outcome: 'scored', matchedRules: [], decision: 'lead' });
    expect(scoreItem(makeItem({ title: 'Best laptop', body: 'The screen is bright.' }), { campaigns })[0]?.outcome).toBe('unmatched');
  });

  test('follows the campaign’s weights and thresholds', () => {
    const only = { intent: 0, fit: 0, relevance: 1, urgency: 0, reachability: 0, recency: 0, saturation: 0 };
    const [result] = scoreItem(buyer, { campaigns: [makeCampaign({ weights: only })] });
    expect(result?.exactScore).toBeCloseTo(100 * (result?.assessment?.components.relevance ?? 0), 1);
    expect(scoreItem(buyer, { campaigns: [makeCampaign({ leadThreshold: 100 })] })[0]?.decision).toBe('post');
  });

  test('for a repeated text is near-duplicate', () => {
    const scorer = createScorer({ campaigns: [makeCampaign()], now: null, duplicates: new NearDuplicates() });
    expect(scorer.score(buyer)[0]?.reason).toBeNull();
    expect(scorer.score({ ...buyer, fullname: 't3_other' })[0]?.reason).toBe('near-duplicate');
  });

  test('exists only for the wanted campaigns if they are given', () => {
    const scorer = createScorer({ campaigns: [makeCampaign({ id: 'a' }), makeCampaign({ id: 'b' })], now: null });
    expect(scorer.score(buyer, new Set(['b'])).map(({ campaignId }) => campaignId)).toEqual(['b']);
  });
});

test('is the same for the same item regardless of what was scored before it', () => {
  const scorer = createScorer({ campaigns: [makeCampaign()], now: null });
  const first = scorer.score(buyer);
  for (const title of ['puppy', 'zyzzyva qwertz', 'leash '.repeat(500)]) scorer.score(makeItem({ title }));
  expect(scorer.score(buyer)).toEqual(first);
});

test('reports broken rules', () => {
  expect(createScorer({ campaigns: [makeCampaign({ rules: [{ text: '(puppy' }] })], now: null }).broken).toEqual([
    { campaignId: 'dogs', rule: '(puppy' },
  ]);
});

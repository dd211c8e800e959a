import { expect, test } from 'vitest';
import { createBatchScorer } from '#core/scoring/batch/batch-scorer.ts';
import { makeCampaign } from '#core/scoring/scoring.fixtures.ts';
import type { ScoredCampaign } from './scored-campaign.ts';
import { findBroken } from './prepare-scorer.ts';

const set = { blacklist: { subreddits: [], authors: [], words: [], domains: [] }, compareAll: true };
const campaignOf = (id: number, rules: unknown): ScoredCampaign => ({
  id,
  userId: 1,
  version: 1,
  scoring: Object.assign(makeCampaign({ id: String(id) }), { rules }),
  takes: () => true,
  learnedPoints: () => 0,
});
const [good, broken] = [campaignOf(1, [{ text: 'dog' }]), campaignOf(2, null)];

test('finds the campaigns whose rules fail, with the scorer that it is given', async () => {
  const sizes: number[] = [];
  const scorer = createBatchScorer();
  const counting: typeof scorer = {
    ...scorer,
    prepare(given) {
      sizes.push(given.campaigns.length);
      return scorer.prepare(given);
    },
  };
  expect(await findBroken(counting, [good, broken], set)).toEqual([broken]);
  expect(sizes).toEqual([0, 1, 1]);
});

test('blames no campaign while the scorer itself fails', async () => {
  const failing = { ...createBatchScorer(), prepare: () => Promise.reject(new Error('Out of memory')) };
  await expect(findBroken(failing, [good, broken], set)).rejects.toThrow('Out of memory');
});

import { expect, it } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { sampleCampaign } from './campaign.ts';
import { listSamples } from './samples.ts';

const campaign = sampleCampaign();

it('the sample campaign is one that the contract takes', () => {
  expect(campaignInputSchema.parse(campaign)).toEqual(campaign);
  expect(campaign.painPoints.length).toBeGreaterThan(3);
});

it('each rule of the sample campaign can be read', () => {
  expect(campaign.rules.length).toBeGreaterThanOrEqual(10);
  expect(campaign.rules.map(({ text }) => ({ text, parsed: parseRule(text) })).filter(({ parsed }) => !parsed.ok)).toEqual([]);
});

it('the sample campaign listens to every community that has sample posts, and to no other', () => {
  expect(campaign.subreddits.toSorted()).toEqual([...new Set(listSamples().map(({ subreddit }) => subreddit))].sort());
});

it('the sample campaign says what it is, and rings nobody', () => {
  expect(campaign.name).toContain('sample');
  expect(campaign.notify).toBe(false);
});

import { expect, it } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { sampleCampaign } from './campaign.ts';
import { listSamples } from './samples.ts';

const campaign = sampleCampaign();

it('accepts the sample campaign by the contract', () => {
  expect(campaignInputSchema.parse(campaign)).toEqual(campaign);
  expect(campaign.painPoints.length).toBeGreaterThan(3);
});

it('parses each rule of the sample campaign', () => {
  expect(campaign.rules.length).toBeGreaterThanOrEqual(10);
  expect(campaign.rules.map(({ text }) => ({ text, parsed: parseRule(text) })).filter(({ parsed }) => !parsed.ok)).toEqual([]);
});

it('monitors every subreddit that has sample posts, and no other', () => {
  expect(campaign.subreddits.toSorted()).toEqual([...new Set(listSamples().map(({ subreddit }) => subreddit))].sort());
});

it('says that the sample campaign is a sample, and notifies no one about it', () => {
  expect(campaign.name).toContain('sample');
  expect(campaign.notify).toBe(false);
});

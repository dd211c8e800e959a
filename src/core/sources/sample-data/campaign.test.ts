import { expect, it } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { namesOf } from '#shared/streams.ts';
import { sampleCampaign } from './campaign.ts';
import { listSamples } from '../sample.ts';

const campaign = sampleCampaign();

it('has a sample campaign that is valid by the contract', () => {
  expect(campaignInputSchema.parse(campaign)).toEqual(campaign);
  expect(campaign.painPoints.length).toBeGreaterThan(3);
});

it('has rules in the sample campaign that all parse', () => {
  expect(campaign.rules.length).toBeGreaterThanOrEqual(10);
  expect(campaign.rules.map(({ text }) => ({ text, parsed: parseRule(text) })).filter(({ parsed }) => !parsed.ok)).toEqual([]);
});

it('monitors exactly the subreddits that have sample posts', () => {
  expect(namesOf(campaign.streams, 'subreddit').toSorted()).toEqual([...new Set(listSamples().map(({ subreddit }) => subreddit))].sort());
});

it('marks the sample campaign as a sample, and disables its notifications', () => {
  expect(campaign.name).toContain('sample');
  expect(campaign.notify).toBe(false);
});

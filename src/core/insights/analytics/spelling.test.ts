import { streamsNamed } from '#shared/streams.ts';
import { expect, onTestFinished, test } from 'vitest';
import { analyticsQuery } from '#shared/analytics.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

test('spells subreddits as the campaign does, in the response and in the CSV file', async () => {
  const { core, clock, close } = await makeCore();
  onTestFinished(close);
  const ann = await makeUser(core, 'ann');
  await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['BuyItForLife']) });
  await ingestItems(core, [makeItem(1, clock.now, { subreddit: 'BUYITFORLIFE' })]);
  const all = analyticsQuery.parse({});
  expect((await core.insights.analytics.get(ann, all)).bySubreddit.items).toMatchObject([{ subreddit: 'BuyItForLife', leads: 1 }]);
  expect((await core.insights.analytics.csv(ann, { ...all, chart: 'bySubreddit' })).text).toContain('BuyItForLife,');
});

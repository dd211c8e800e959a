import { streamsNamed } from '#shared/streams.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { campaignInputSchema, type CampaignInput, type Preview } from '#shared/campaigns.ts';
import { ingestItems, invoicing, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const day = 86_400_000;

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
});
afterEach(() => made.close());

const preview = (overrides: Partial<CampaignInput> = {}): Promise<Preview> =>
  made.core.discovery.pipeline.preview(ann, invoicing(overrides));
const ingest = (subreddits: readonly string[], overrides: Parameters<typeof makeItem>[2] = {}) =>
  ingestItems(
    made.core,
    subreddits.map((subreddit, index) => makeItem(index + 1, made.clock.now, { subreddit, ...overrides })),
  );

test('suggests subreddits in which at least two stored items match the rules, most matches first', async () => {
  await ingest(['Etsy', 'selfemployed', 'Etsy', 'selfemployed', 'Etsy', 'Frugal', 'freelance']);
  const { suggestions } = await preview();
  expect(suggestions.subreddits.filter(({ matches }) => matches > 0).map(({ name, matches }) => [name, matches])).toEqual([
    ['Etsy', 3],
    ['selfemployed', 2],
  ]);
});

test("doesn't suggest a subreddit that the campaign already has, regardless of case", async () => {
  await ingest(['Etsy', 'Etsy']);
  const names = (await preview({ streams: streamsNamed('subreddit', ['ETSY', 'freelance']) })).suggestions.subreddits.map(({ name }) =>
    name.toLowerCase(),
  );
  expect(names).not.toContain('etsy');
  expect(names).not.toContain('freelance');
});

test('suggests subreddits of the catalog with a reason when nothing was fetched yet', async () => {
  const { suggestions } = await preview({ streams: [] });
  expect(suggestions.subreddits.length).toBeGreaterThan(0);
  for (const { matches, why } of suggestions.subreddits) expect([matches, why === '']).toEqual([0, false]);
});

test('suggests a rule with how much it would add to what other rules match', async () => {
  await ingest(['freelance', 'freelance'], { title: 'Payment reminders', body: 'Who can recommend something that sends them?' });
  await ingestItems(made.core, [makeItem(9, made.clock.now)]);
  const { suggestions } = await preview({ offering: 'Payment reminders for people who invoice' });
  const reminders = suggestions.rules.find(({ text }) => text.includes('remind'));
  // Number 9 mentions reminders too, but "invoic*" already matched it.
  expect(reminders).toMatchObject({ matches: 3, fresh: 2 });
  expect(suggestions.rules.map(({ text }) => text)).not.toContain('invoic*');
});

test("suggests subreddits in the campaign's only language where its texts don't show one", async () => {
  const texts = { offering: 'Abogada en Madrid', description: '', idealCustomer: '', painPoints: [], rules: [{ text: 'divorcio' }] };
  const subredditsIn = async (languages: string[]) =>
    (await preview({ ...texts, languages })).suggestions.subreddits.map(({ name }) => name).join(' ');
  expect(await subredditsIn(['es'])).toContain('askspain');
  expect(await subredditsIn([])).not.toContain('askspain');
});

test('counts posts per day in fetched subreddits from recent posts', async () => {
  for (const age of [0, 1, 2, 4])
    await ingestItems(made.core, [makeItem(age + 1, made.clock.now, { createdAt: made.clock.now - age * day })]);
  await ingestItems(made.core, [makeItem(20, made.clock.now, { createdAt: made.clock.now - 400 * day })]);
  expect((await preview()).pace).toEqual([{ name: 'freelance', perDay: 1 }]);
});

test('suggests nothing for an empty form', async () => {
  const empty = campaignInputSchema.parse({ name: 'Empty' });
  expect((await made.core.discovery.pipeline.preview(ann, empty)).suggestions).toEqual({ subreddits: [], rules: [] });
});

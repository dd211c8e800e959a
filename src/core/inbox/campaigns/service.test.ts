import { streamsNamed, withOnly } from '#shared/streams.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, invoicing, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { campaignUpdateSchema } from '#shared/campaigns.ts';
import { defaultWeights } from '#shared/scoring.ts';
import { scoringOf } from './rows.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const cursors = () => made.core.db('campaigns').orderBy('id').select('id', 'profile_version', 'scored_seq');

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
});
afterEach(() => made.close());

test('returns every field as it was saved', async () => {
  const input = invoicing({
    excludes: ['hiring'],
    languages: ['en'],
    streams: withOnly(streamsNamed('subreddit', ['freelance', 'smallbusiness'], false), 'search', true),
    notify: false,
    exclusions: ['payroll'],
    regions: ['Germany'],
    priceRange: { min: 9, max: null, currency: 'EUR' },
    weights: { ...defaultWeights, fit: 1 },
  });
  const { id } = await made.core.inbox.campaigns.create(ann, input);
  expect(await made.core.inbox.campaigns.get(ann, id)).toMatchObject({
    ...input,
    sample: false,
    running: false,
    counts: { posts: 0, leads: 0, newLeads: 0 },
  });
});

test('rejects an invalid rule with its position, and saves nothing', async () => {
  const rules = [{ text: 'fine' }, { text: 'a (b OR' }, { text: '"open' }];
  await expect(made.core.inbox.campaigns.create(ann, invoicing({ rules }))).rejects.toMatchObject({
    code: 'invalid',
    details: expect.arrayContaining([
      { path: 'rules.1.text', message: expect.stringMatching(/^Column \d+: /) },
      { path: 'rules.2.text', message: expect.stringMatching(/^Column \d+: /) },
    ]),
  });
  expect((await made.core.inbox.campaigns.list(ann, { limit: 5 })).total).toBe(0);
});

test('changes only the fields in the update', async () => {
  const { id } = await makeCampaign(made.core, ann);
  const before = await made.core.inbox.campaigns.get(ann, id);
  const after = await made.core.inbox.campaigns.update(ann, id, campaignUpdateSchema.parse({ name: 'Renamed' }));
  expect(after).toEqual({ ...before, name: 'Renamed' });
});

test('scores fetched items again only when the target customer changes', async () => {
  const { id } = await makeCampaign(made.core, ann);
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  const before = await cursors();
  await made.core.inbox.campaigns.update(ann, id, {
    name: 'Other',
    notify: false,
    schedule: 'daily',
    leadThreshold: 90,
    rules: invoicing().rules,
  });
  await made.core.discovery.pipeline.settled();
  expect(await cursors()).toEqual(before);
  await made.core.inbox.campaigns.update(ann, id, { excludes: ['invoicing'] });
  await made.core.discovery.pipeline.settled();
  expect(await cursors()).toEqual(before.map((row) => Object.assign(row, { profile_version: 2 })));
  expect((await made.core.inbox.campaigns.get(ann, id)).counts.posts).toBe(0);
});

test('finds items in a new campaign that were fetched before it existed', async () => {
  await ingestItems(made.core, [makeItem(1, made.clock.now), makeItem(2, made.clock.now)]);
  const { id } = await makeCampaign(made.core, ann);
  await made.core.discovery.pipeline.settled();
  expect((await made.core.inbox.campaigns.get(ann, id)).counts).toEqual({ posts: 2, leads: 2, newLeads: 2 });
});

test('turns posts into leads and back when the threshold changes, except where the user decided', async () => {
  const { id } = await makeCampaign(made.core, ann);
  await ingestItems(made.core, [makeItem(1, made.clock.now), makeItem(2, made.clock.now)]);
  const [first] = (await made.core.inbox.posts.list(ann, { limit: 2, sort: '-confidence' })).items;
  await made.core.inbox.posts.update(ann, first?.id ?? '', { status: 'lead' });
  await made.core.inbox.campaigns.update(ann, id, { leadThreshold: 100 });
  expect((await made.core.inbox.campaigns.get(ann, id)).counts).toMatchObject({ posts: 2, leads: 1 });
  await made.core.inbox.campaigns.update(ann, id, { leadThreshold: 60 });
  expect((await made.core.inbox.campaigns.get(ann, id)).counts).toMatchObject({ posts: 2, leads: 2 });
});

test('rejects weights that are all zero', async () => {
  const { id } = await makeCampaign(made.core, ann);
  const none = Object.fromEntries(Object.keys(defaultWeights).map((name) => [name, 0])) as typeof defaultWeights;
  await expect(made.core.inbox.campaigns.setWeights(ann, id, none)).rejects.toMatchObject({ code: 'invalid' });
});

test('previews the made-up sample posts if nothing is stored', async () => {
  const rules = [{ text: 'invoic*' }, { text: 'qwertz' }];
  const preview = await made.core.discovery.pipeline.preview(ann, {
    ...invoicing(),
    rules,
    streams: streamsNamed('subreddit', ['freelance']),
  });
  expect(preview).toMatchObject({ sample: true, pace: [] });
  expect(preview.considered).toBeGreaterThan(300);
  expect(preview.best.every(({ sample, permalink }) => sample && permalink === null)).toBe(true);
  expect(preview.effects.rules[0]?.matches).toBeGreaterThan(10);
  expect(preview.effects.rules[0]?.examples).toHaveLength(3);
  expect(preview.effects.rules[1]).toEqual({ text: 'qwertz', matches: 0, elsewhere: 0, examples: [] });
  expect(preview.effects.subreddits[0]?.matches).toBeGreaterThan(0);
});

test('creates an empty paused copy, and deletes a campaign with its posts, leads, runs, and imported items', async () => {
  const { id } = await makeCampaign(made.core, ann);
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  await ingestItems(made.core, [makeItem(2, made.clock.now)], `campaign:${id}`);
  const copy = await made.core.inbox.campaigns.duplicate(ann, id);
  expect(copy).toMatchObject({ name: 'Invoicing (copy)', status: 'paused', counts: { posts: 0 } });
  await made.core.discovery.pipeline.runNow(ann, id);
  await made.core.discovery.pipeline.settled();
  await made.core.inbox.campaigns.remove(ann, id);
  await made.core.discovery.pipeline.settled();
  for (const table of ['posts', 'leads', 'lead_events', 'runs']) expect(await made.core.db(table)).toEqual([]);
  expect(await made.core.db('items').pluck('scope')).toEqual(['']);
  await expect(made.core.inbox.campaigns.get(ann, id)).rejects.toMatchObject({ code: 'not_found' });
});

test('fetches nothing for a paused campaign, and catches up once it is resumed', async () => {
  const { id } = await makeCampaign(made.core, ann);
  await made.core.inbox.campaigns.pause(ann, id);
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  expect((await made.core.inbox.campaigns.get(ann, id)).counts.posts).toBe(0);
  const resumed = await made.core.inbox.campaigns.resume(ann, id);
  expect(resumed.nextRunAt).toBe(new Date(made.clock.now).toISOString());
  await made.core.discovery.pipeline.settled();
  expect((await made.core.inbox.campaigns.get(ann, id)).counts.posts).toBe(1);
});

test('pages through campaigns newest first without repeating any', async () => {
  for (let n = 0; n < 5; n += 1) await makeCampaign(made.core, ann, { name: `Campaign ${n}` });
  const first = await made.core.inbox.campaigns.list(ann, { limit: 3 });
  const second = await made.core.inbox.campaigns.list(ann, { limit: 3, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
    'Campaign 4',
    'Campaign 3',
    'Campaign 2',
    'Campaign 1',
    'Campaign 0',
  ]);
  expect([first.total, second.nextCursor]).toEqual([5, null]);
});

test('says in coverage and runs that nothing reads Reddit, and what is open instead', async () => {
  const { id } = await makeCampaign(made.core, ann);
  const { places, summary } = await made.core.inbox.campaigns.coverage(ann, id);
  expect(summary).toEqual({ total: 4, monitored: 0, failed: 4, limited: 0, pending: 0 });
  const off = "Reddit isn't read: reddit.source is off. Hacker News, Lobsters, Stack Exchange, ";
  expect(places.map(({ error }) => error)).toEqual(places.map(() => expect.stringContaining(off)));
  await made.core.discovery.pipeline.runNow(ann, id);
  await made.core.discovery.pipeline.settled();
  expect((await made.core.inbox.campaigns.runs(ann, id, { limit: 1 })).items[0]).toMatchObject({
    state: 'failed',
    error: places[0]?.error,
  });
});

test('previews what a campaign would find, and saves nothing', async () => {
  const eve = await makeUser(made.core, 'eve');
  await makeCampaign(made.core, eve);
  await ingestItems(made.core, [
    makeItem(1, made.clock.now),
    makeItem(2, made.clock.now),
    makeItem(3, made.clock.now, { title: 'Saxophone', body: 'Music alone' }),
  ]);
  await ingestItems(made.core, [makeItem(4, made.clock.now)], `user:${eve.userId}`);
  const before = await made.core.db('posts');
  const preview = await made.core.discovery.pipeline.preview(ann, { ...invoicing(), streams: withOnly([], 'search', true) });
  expect(preview).toMatchObject({ considered: 3, matched: 2, leads: 2, perDay: 2 });
  expect(preview.best.map(({ fullname }) => fullname).toSorted()).toEqual(['t3_item1', 't3_item2']);
  expect(preview.sample).toBe(false);
  const there = await made.core.discovery.pipeline.preview(ann, {
    ...invoicing(),
    streams: streamsNamed('subreddit', ['freelance', 'nowhere']),
  });
  expect(there.effects.subreddits).toEqual([
    { name: 'freelance', stored: 3, matches: 2, examples: [expect.stringContaining('(2)'), expect.stringContaining('(1)')] },
    { name: 'nowhere', stored: 0, matches: 0, examples: [] },
  ]);
  const elsewhere = await made.core.discovery.pipeline.preview(ann, { ...invoicing(), streams: streamsNamed('subreddit', ['nowhere']) });
  expect(elsewhere).toMatchObject({ considered: 0, sample: false });
  expect(elsewhere.effects.rules.reduce((sum, rule) => sum + rule.elsewhere, 0)).toBeGreaterThan(1);
  expect(await made.core.db('posts')).toEqual(before);
  await expect(made.core.discovery.pipeline.preview(ann, { rules: [{ text: '(' }] })).rejects.toMatchObject({ code: 'invalid' });
});

test('takes forums and repositories for communities, as subreddits, and no feed or search', () => {
  const streams = [
    { kind: 'subreddit', name: 'freelance' },
    { kind: 'stackexchange', name: 'diy/plumbing' },
    { kind: 'discourse', name: 'https://forum.example.com/c/support' },
    { kind: 'feed', name: 'https://example.com/feed.xml' },
    { kind: 'hackernews', name: 'Hacker News' },
  ] as const;
  expect(scoringOf('1', { ...invoicing(), streams: [...streams] }).subreddits).toEqual([
    'freelance',
    'diy.stackexchange.com',
    'forum.example.com',
  ]);
});

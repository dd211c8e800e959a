import { streamsNamed, withOnly } from '#shared/streams.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { competitorInputSchema, type CompetitorInput, type Mention } from '#shared/competitors.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let core: Core;
let ada: Actor & { kind: 'user' };
let bob: Actor & { kind: 'user' };
beforeEach(async () => {
  made = await makeCore();
  core = made.core;
  ada = await makeUser(core, 'ada');
  bob = await makeUser(core, 'bob');
});
afterEach(() => made.close());

const add = async (actor: Actor, input: Partial<CompetitorInput> & { name: string }) => {
  const competitor = await core.insights.competitors.create(actor, competitorInputSchema.parse(input));
  await core.insights.competitors.settled();
  return competitor;
};
const say = (number: number, body: string, over = {}) => makeItem(number, made.clock.now, { title: `Question ${number}`, body, ...over });
const ingest = async (items: ReturnType<typeof say>[], scope = '') => {
  await ingestItems(core, items, scope);
  core.bus.emit('items:fetched', { scope });
  await core.insights.competitors.settled();
};
const mentions = async (actor: Actor = ada, query = {}): Promise<Mention[]> =>
  (await core.insights.competitors.mentions(actor, { limit: 100, ...query })).items;

describe('mentions', () => {
  test('are found once each in stored items and in new ones', async () => {
    await ingest([say(1, 'We use Quillbill.'), say(2, 'We use paper.')]);
    await add(ada, { name: 'Quillbill' });
    expect((await mentions()).map(({ quote }) => quote)).toEqual(['We use Quillbill.']);
    await ingest([say(3, 'Any alternative to quillbill?'), say(1, 'We use Quillbill.')]);
    expect((await mentions()).map(({ kind }) => kind).toSorted()).toEqual(['alternative', 'other']);
    expect((await core.insights.competitors.list(ada)).items).toMatchObject([{ mentions: 2, alternatives: 1, reading: false, share: 1 }]);
  });

  test('are found in items imported later', async () => {
    await add(ada, { name: 'Quillbill' });
    const campaign = await makeCampaign(core, ada);
    await core.discovery.pipeline.importPaste(ada, { text: 'Is there an alternative to Quillbill?', campaignId: campaign.id });
    await core.discovery.pipeline.settled();
    await core.insights.competitors.settled();
    expect((await mentions()).map(({ kind }) => kind)).toEqual(['alternative']);
    expect((await core.insights.competitors.list(ada)).items).toMatchObject([{ reading: false }]);
  });

  test('on Hacker News and in feeds count for users with a campaign that monitors them', async () => {
    const url = 'https://forum.example.test/feed.xml';
    await makeCampaign(core, ada, { streams: withOnly([], 'hackernews', true) });
    await makeCampaign(core, bob, { streams: streamsNamed('feed', [url]) });
    await add(ada, { name: 'Quillbill' });
    await add(bob, { name: 'Quillbill' });
    await ingest([say(1, 'Any alternative to Quillbill?', { fullname: 'hn_1', subreddit: 'Hacker News' })], 'hackernews');
    await ingest([say(2, 'We left Quillbill.', { fullname: 'feed_2', subreddit: 'Forum' })], `feed:${url}`);
    await ingest([say(3, 'Quillbill is slow.', { fullname: 'feed_3', subreddit: 'Other' })], 'feed:https://other.example.test/');
    expect((await mentions(ada)).map(({ subreddit }) => subreddit)).toEqual(['Hacker News']);
    expect((await mentions(bob)).map(({ subreddit }) => subreddit)).toEqual(['Forum']);
    const [mention] = await mentions(ada);
    const campaign = await makeCampaign(core, ada);
    await expect(core.insights.competitors.makeLead(ada, mention?.id ?? '', campaign.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('without a date count on the day they came in', async () => {
    await add(ada, { name: 'Quillbill' });
    await ingest([say(1, 'We use Quillbill.', { createdAt: 0 })]);
    expect((await mentions()).map(({ createdAt }) => createdAt.slice(0, 10))).toEqual(['2026-11-21']);
    expect((await core.insights.competitors.list(ada)).items).toMatchObject([{ share: 1 }]);
  });

  test('are found by alias, website, or link, as whole words in any case', async () => {
    await add(ada, { name: 'Quillbill', aliases: ['quill bill', 'QB Pro'], website: 'https://www.quillbill.example/' });
    await ingest([
      say(1, 'quill bill is fine'),
      say(2, 'QUILLBILL is fine'),
      say(3, 'see quillbill.example for more'),
      say(4, 'nothing', { url: 'https://quillbill.example/a' }),
      say(5, 'superquillbills are birds'),
      say(6, 'qb pro users here'),
    ]);
    expect((await mentions()).map(({ title }) => title).toSorted()).toEqual([
      'Question 1',
      'Question 2',
      'Question 3',
      'Question 4',
      'Question 6',
    ]);
  });

  test('of a name that is a common word need a context about the product', async () => {
    expect(await add(ada, { name: 'Linear' })).toMatchObject({ needsContext: true });
    await ingest([
      say(1, 'It was a linear process.'),
      say(2, 'Linear growth is over.'),
      say(3, 'We moved everything to Linear last month.'),
      say(4, 'any alternative to linear?'),
    ]);
    expect((await mentions()).map(({ title }) => title).toSorted()).toEqual(['Question 3', 'Question 4']);
  });

  test('of a common word are no part of a longer name, and are labelled by the sentence that means the product', async () => {
    await add(ada, { name: 'Express' });
    await add(ada, { name: 'Linear' });
    await ingest([
      say(1, 'You can pay via American Express.'),
      say(2, 'A linear process is terrible. We moved everything to Linear in May.'),
    ]);
    expect(await mentions()).toMatchObject([
      { competitor: 'Linear', quote: 'We moved everything to Linear in May.', kind: 'other', sentiment: null },
    ]);
  });

  test('stored under an older rule get new labels after an upgrade', async () => {
    await add(ada, { name: 'Quillbill' });
    await ingest([say(1, 'We use Quillbill.')]);
    await core.db('competitor_mentions').update({ kind: 'praise', sentiment: 0.5 });
    // As a migration does for a new rule.
    await core.db('competitors').update({ read_seq: 0 });
    core.bus.emit('items:fetched', { scope: '' });
    await core.insights.competitors.settled();
    expect(await mentions()).toMatchObject([{ kind: 'other', sentiment: null }]);
  });

  test('by a website that has another name quote the sentence with it', async () => {
    await add(ada, { name: 'Quillbill', website: 'https://qb-invoices.example/' });
    await ingest([say(1, 'Hello. I hate qb-invoices.example because it is slow. Bye.')]);
    expect(await mentions()).toMatchObject([{ quote: 'I hate qb-invoices.example because it is slow.', kind: 'complaint' }]);
  });

  test('of a common word with keywords need one of the keywords', async () => {
    expect(await add(ada, { name: 'Linear', keywords: ['issue tracker', 'jira'] })).toMatchObject({ needsContext: false });
    await ingest([say(1, 'a linear process'), say(2, 'Linear is a nice issue tracker')]);
    expect((await mentions()).map(({ title }) => title)).toEqual(['Question 2']);
  });

  test.each(['QuickBooks', 'WordPress', 'PayPal', 'Etsy', 'GitHub', 'LinkedIn'])(
    'of %s need no context, because it has no other meaning',
    async (name) => {
      expect(await add(ada, { name })).toMatchObject({ needsContext: false });
    },
  );

  test('put the competitor with the largest share of voice first', async () => {
    await add(ada, { name: 'Ledgerly' });
    await add(ada, { name: 'Quillbill' });
    await ingest([say(1, 'We use Quillbill.'), say(2, 'Quillbill again.'), say(3, 'We use Ledgerly.')]);
    expect((await core.insights.competitors.list(ada)).items.map(({ name }) => name)).toEqual(['Quillbill', 'Ledgerly']);
  });

  test('are found again after a rename, and those of the old name are removed', async () => {
    await ingest([say(1, 'We use Quillbill.'), say(2, 'We use Ledgerly.')]);
    const { id } = await add(ada, { name: 'Quillbill' });
    await core.insights.competitors.update(ada, id, { name: 'Ledgerly' });
    await core.insights.competitors.settled();
    expect((await mentions()).map(({ quote }) => quote)).toEqual(['We use Ledgerly.']);
    await core.insights.competitors.update(ada, id, { notes: 'cheap' });
    expect(await mentions()).toHaveLength(1);
  });

  test('in imported items count only for the user who imported them', async () => {
    await add(ada, { name: 'Quillbill' });
    await add(bob, { name: 'Quillbill' });
    const campaign = await makeCampaign(core, bob);
    await ingest([say(1, 'We use Quillbill.')], `user:${bob.userId}`);
    await ingest([say(2, 'We use Quillbill too.')], `campaign:${campaign.id}`);
    expect(await mentions(ada)).toEqual([]);
    expect(await mentions(bob)).toHaveLength(2);
  });

  test('are erased with their text when the author deletes the post', async () => {
    await add(ada, { name: 'Quillbill' });
    await ingest([say(1, 'We use Quillbill in our canary office.')]);
    expect(await mentions()).toHaveLength(1);
    await ingest([say(1, '', { gone: 'author', title: '', author: null })]);
    expect(await mentions()).toEqual([]);
    expect(JSON.stringify(await core.db('competitor_mentions').select('*'))).not.toContain('canary');
  });

  test('keep their item from being pruned, and are deleted with their competitor', async () => {
    const { id } = await add(ada, { name: 'Quillbill' });
    await ingest([say(1, 'We use Quillbill.', { subreddit: 'elsewhere' }), say(2, 'We use paper.', { subreddit: 'elsewhere' })]);
    made.clock.now += 72 * 3_600_000;
    await core.discovery.pipeline.prune(new AbortController().signal);
    expect(await mentions()).toHaveLength(1);
    expect(await core.db('items').pluck('fullname')).toEqual(['t3_item1']);
    await core.insights.competitors.remove(ada, id);
    expect(await core.db('competitor_mentions').select('id')).toEqual([]);
  });

  test('are paged without gaps or duplicates, and filtered by kind, sentiment, and text', async () => {
    await add(ada, { name: 'Quillbill' });
    await ingest(
      Array.from({ length: 30 }, (_, n) =>
        say(n, n % 3 === 0 ? 'Quillbill is terrible and slow.' : 'I love Quillbill.', { createdAt: made.clock.now - n * 1000 }),
      ),
    );
    const first = await core.insights.competitors.mentions(ada, { limit: 12 });
    const second = await core.insights.competitors.mentions(ada, { limit: 12, cursor: first.nextCursor ?? '' });
    const third = await core.insights.competitors.mentions(ada, { limit: 12, cursor: second.nextCursor ?? '' });
    expect(new Set([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(30);
    expect(third.nextCursor).toBeNull();
    expect(await mentions(ada, { kind: 'complaint' })).toHaveLength(10);
    expect(await mentions(ada, { sentiment: 'good' })).toHaveLength(20);
    expect(await mentions(ada, { q: '100%_' })).toEqual([]);
    await expect(core.insights.competitors.mentions(ada, { limit: 5, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('ownership', () => {
  test("refuses to read, change, or remove another user's competitors", async () => {
    const { id } = await add(ada, { name: 'Quillbill' });
    await ingest([say(1, 'Any alternative to Quillbill?')]);
    const [mention] = await mentions();
    const campaign = await makeCampaign(core, bob);
    const refused = { code: 'not_found' };
    await expect(core.insights.competitors.update(bob, id, { notes: 'x' })).rejects.toMatchObject(refused);
    await expect(core.insights.competitors.remove(bob, id)).rejects.toMatchObject(refused);
    await expect(core.insights.competitors.analytics(bob, id, {})).rejects.toMatchObject(refused);
    await expect(core.insights.competitors.mentions(bob, { limit: 5, competitorId: id })).rejects.toMatchObject(refused);
    await expect(core.insights.competitors.makeLead(bob, mention?.id ?? '', campaign.id)).rejects.toMatchObject(refused);
    await expect(core.insights.competitors.makeLead(ada, mention?.id ?? '', campaign.id)).rejects.toMatchObject(refused);
    expect((await core.insights.competitors.list(bob)).items).toEqual([]);
  });

  test('rejects a duplicate name for the same user only', async () => {
    await add(ada, { name: 'Quillbill' });
    await expect(add(ada, { name: ' quillBILL ' })).rejects.toMatchObject({ code: 'conflict', details: [{ path: 'name' }] });
    await expect(add(bob, { name: 'Quillbill' })).resolves.toBeTruthy();
  });
});

describe('opportunities', () => {
  test('become one lead, even if saved twice', async () => {
    await add(ada, { name: 'Quillbill' });
    const campaign = await makeCampaign(core, ada);
    await ingest([say(1, 'Any alternative to Quillbill? We are three designers.', { subreddit: 'elsewhere', title: 'Help' })]);
    const [mention] = await mentions(ada, { kind: 'alternative' });
    expect(mention?.postId).toBeNull();
    const first = await core.insights.competitors.makeLead(ada, mention?.id ?? '', campaign.id);
    const again = await core.insights.competitors.makeLead(ada, mention?.id ?? '', campaign.id);
    expect([first.created, again.created, again.postId]).toEqual([true, false, first.postId]);
    expect((await core.inbox.leads.list(ada, { limit: 10, sort: '-confidence' })).items).toMatchObject([
      { redditUsername: 'author_1', campaignId: campaign.id },
    ]);
    expect((await mentions())[0]?.postId).toBe(first.postId);
  });
});

describe('figures', () => {
  test('agree with the mention lists', async () => {
    const quillbill = await add(ada, { name: 'Quillbill' });
    await add(ada, { name: 'Paperboat', own: true });
    const day = 86_400_000;
    await ingest([
      say(1, 'Quillbill is terrible, the support never answers.', { createdAt: made.clock.now - day }),
      say(2, 'Quillbill is too expensive.', { createdAt: made.clock.now - 2 * day, subreddit: 'smallbusiness' }),
      say(3, 'I love Quillbill.', { createdAt: made.clock.now - 40 * day }),
      say(4, 'Paperboat is great. Better than Quillbill.', { createdAt: made.clock.now - 3 * day }),
    ]);
    const figures = await core.insights.competitors.analytics(ada, quillbill.id, {});
    const listed = await mentions(ada, { competitorId: quillbill.id, since: figures.from });
    expect(figures.mentions).toBe(listed.length);
    expect(figures.before).toBe(1);
    expect(figures.byDay.reduce((sum, { mentions: n }) => sum + n, 0)).toBe(figures.mentions);
    expect(figures.byDay.length).toBeGreaterThanOrEqual(30);
    expect(figures.kinds.reduce((sum, { mentions: n }) => sum + n, 0)).toBe(figures.mentions);
    expect(figures.topics.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['price', 'support']));
    expect(figures.topics.find(({ topic }) => topic === 'price')?.quotes[0]?.quote).toBe('Quillbill is too expensive.');
    expect(figures.sentiment.n).toBe(figures.sentiment.good + figures.sentiment.bad + figures.sentiment.neutral);
    expect(figures.share.map(({ name, share, own }) => [name, Math.round(share * 100), own])).toEqual([
      ['Quillbill', 75, false],
      ['Paperboat', 25, true],
    ]);
    const overview = await core.insights.competitors.overview(ada, {});
    expect(overview).toMatchObject({
      mentions: 4,
      share: [
        { name: 'Quillbill', mentions: 3 },
        { name: 'Paperboat', mentions: 1 },
      ],
    });
  });

  test('count a complaint that looks for an alternative under both kinds, as the lists do', async () => {
    const quillbill = await add(ada, { name: 'Quillbill' });
    await ingest([
      say(1, 'Quillbill keeps crashing, looking for an alternative'),
      say(2, 'Quillbill is too expensive.'),
      say(3, 'Any alternative to Quillbill?'),
    ]);
    expect((await core.insights.competitors.list(ada)).items).toMatchObject([{ mentions: 3, alternatives: 2, complaints: 2 }]);
    expect(await core.insights.competitors.overview(ada, {})).toMatchObject({ mentions: 3, alternatives: 2, complaints: 2 });
    const { kinds, topics } = await core.insights.competitors.analytics(ada, quillbill.id, {});
    expect(kinds.filter(({ mentions: n }) => n > 0)).toEqual([
      { kind: 'alternative', mentions: 2 },
      { kind: 'complaint', mentions: 2 },
    ]);
    expect(topics.map(({ topic }) => topic)).toContain('reliability');
    expect((await mentions(ada, { kind: 'complaint' })).map(({ title }) => title)).toEqual(['Question 2', 'Question 1']);
    expect((await mentions(ada, { kind: 'alternative' })).map(({ title }) => title)).toEqual(['Question 3', 'Question 1']);
  });

  test('are zero or null without mentions', async () => {
    const { id } = await add(ada, { name: 'Quillbill' });
    expect(await core.insights.competitors.analytics(ada, id, {})).toMatchObject({
      mentions: 0,
      sentiment: { average: null, n: 0 },
      topics: [],
      sentimentByWeek: [],
      share: [{ share: 0 }],
    });
    expect((await core.insights.competitors.list(ada)).items).toMatchObject([{ share: null, lastMentionAt: null }]);
  });

  test('reject a range that ends before it begins', async () => {
    const { id } = await add(ada, { name: 'Quillbill' });
    const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
    await expect(core.insights.competitors.analytics(ada, id, range)).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'from' }],
    });
  });
});

test('refuses to search Reddit without competitors or without a source', async () => {
  await expect(core.insights.competitors.scrape(ada, undefined)).rejects.toMatchObject({ code: 'conflict' });
  await add(ada, { name: 'Quillbill' });
  await expect(core.insights.competitors.scrape(ada, undefined)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(core.insights.competitors.scrape(ada, '999')).rejects.toMatchObject({ code: 'not_found' });
});

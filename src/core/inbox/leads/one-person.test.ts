import { streamsNamed } from '#shared/streams.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { followUpQuery } from '#shared/follow-ups.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let first: string;
let second: string;

const list = async (query: Record<string, unknown> = {}) => made.core.inbox.leads.list(ann, leadListQuery.parse(query));
const names = async (query: Record<string, unknown> = {}) =>
  (await list(query)).items.map(({ redditUsername }) => redditUsername).toSorted();
const leadOf = async (name: string, query: Record<string, unknown> = {}) => {
  const lead = (await list(query)).items.find(({ redditUsername }) => redditUsername === name);
  if (!lead) throw new Error(`no lead ${name}`);
  return lead;
};
const stored = async () => ({
  posts: await made.core.db('posts').orderBy('id'),
  leads: await made.core.db('leads').orderBy('id').select('id', 'active', 'stage', 'notes', 'seen_at'),
});

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  first = (await makeCampaign(made.core, ann)).id;
  second = (
    await makeCampaign(made.core, ann, {
      name: 'Reminders',
      streams: streamsNamed('subreddit', ['freelance']),
      rules: [{ text: 'remind*' }],
    })
  ).id;
  await ingestItems(made.core, [
    makeItem(1, made.clock.now),
    makeItem(2, made.clock.now, { subreddit: 'smallbusiness' }),
    makeItem(3, made.clock.now),
  ]);
});
afterEach(() => made.close());

describe('a person whom two campaigns found', () => {
  test('is one lead with both campaigns, the highest score first, in every list', async () => {
    expect(await made.core.db('leads')).toHaveLength(5);
    expect(await names()).toEqual(['author_1', 'author_2', 'author_3']);
    expect(await list({ limit: 1 })).toMatchObject({ total: 3 });
    const lead = await leadOf('author_1');
    expect(lead.campaigns.map(({ name }) => name).toSorted()).toEqual(['Invoicing', 'Reminders']);
    expect(lead.campaigns[0]).toMatchObject({ id: lead.campaignId, score: lead.confidence });
    expect(lead.campaigns[0]?.score).toBeGreaterThanOrEqual(lead.campaigns[1]?.score ?? 0);
    expect(lead.posts).toHaveLength(1);
    expect((await leadOf('author_2')).campaigns).toHaveLength(1);
    for (const query of [{ sort: '-new' }, { sort: '-createdAt' }, { stage: 'new' }, { q: 'number' }, { minConfidence: 10 }])
      expect(await names(query)).toEqual(['author_1', 'author_2', 'author_3']);
    expect(await names({ subreddit: 'freelance' })).toEqual(['author_1', 'author_3']);
  });

  test('is in the list of each campaign, with both labels', async () => {
    expect(await names({ campaignId: second })).toEqual(['author_1', 'author_3']);
    const lead = await leadOf('author_1', { campaignId: second });
    expect([lead.campaignId, lead.campaigns.length]).toEqual([second, 2]);
    expect((await list({ campaignId: second, limit: 1 })).total).toBe(2);
  });

  test.each(['-confidence', '-new', '-discoveredAt', '-lastActivityAt'])('comes once over all pages, sorted by %s', async (sort) => {
    const shown: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list({ sort, limit: 1, ...(cursor === '' ? {} : { cursor }) });
      shown.push(...page.items.map(({ redditUsername }) => redditUsername));
      cursor = page.nextCursor;
    }
    expect(shown.toSorted()).toEqual(['author_1', 'author_2', 'author_3']);
  });

  test('counts once on the dashboard, in the trend, and in the funnel', async () => {
    const dashboard = await made.core.insights.dashboard.get(ann);
    expect(dashboard).toMatchObject({ needAnswer: 3, totals: { leads: 3, newLeads: 3 }, recent: { leads: 3 } });
    const { items } = await made.core.insights.today.get(ann);
    expect(items.map(({ lead }) => lead.redditUsername).toSorted()).toEqual(['author_1', 'author_2', 'author_3']);
    const { funnel, headline, leadsOverTime } = await made.core.insights.analytics.get(ann, {});
    expect([funnel.leads, headline.leads, leadsOverTime.total.reduce((sum, leads) => sum + leads, 0)]).toEqual([3, 3, 3]);
    const own = await made.core.insights.analytics.get(ann, { campaignId: second });
    expect(own.funnel.leads).toBe(2);
  });

  test('has one stage, notes, tags, and value, whichever campaign they were set in, also when a third campaign finds them', async () => {
    const other = await leadOf('author_1', { campaignId: second });
    await made.core.inbox.leads.update(ann, other.id, { stage: 'contacted', notes: 'Wrote to them', tags: ['warm'], value: 12 });
    const third = (await makeCampaign(made.core, ann, { name: 'Third', streams: streamsNamed('subreddit', ['freelance']) })).id;
    made.core.discovery.pipeline.scoreSoon();
    await made.core.discovery.pipeline.settled();
    for (const campaignId of [first, second, third])
      expect(await leadOf('author_1', { campaignId })).toMatchObject({
        stage: 'contacted',
        notes: 'Wrote to them',
        tags: ['warm'],
        value: 12,
        campaigns: [{}, {}, {}],
      });
    const shown = await leadOf('author_1');
    const { items } = await made.core.inbox.leads.timeline(ann, shown.id, { limit: 20 });
    expect(items.filter(({ kind }) => kind === 'stage')).toHaveLength(1);
    const { funnel } = await made.core.insights.analytics.get(ann, {});
    expect([funnel.leads, funnel.contacted]).toEqual([3, 1]);
  });

  test.each(['dismiss', 'archive'] as const)('leaves every list at once with “%s”, and undo restores all of it', async (action) => {
    const before = await stored();
    const lead = await leadOf('author_1');
    const ids = lead.posts.map(({ id }) => id);
    const done = await made.core.inbox.posts.bulk(ann, { ids, action, ...(action === 'dismiss' ? { reason: 'seller' as const } : {}) });
    expect(done.changed).toBe(1);
    expect(await names()).toEqual(['author_2', 'author_3']);
    expect(await names({ campaignId: second })).toEqual(['author_3']);
    const { items } = await made.core.inbox.posts.list(ann, postListQuery.parse({ status: 'all' }));
    const rated = items.filter(({ feedback }) => feedback !== null);
    expect(rated.map(({ id }) => id)).toEqual(action === 'dismiss' ? ids : []);
    await made.core.inbox.posts.undo(ann, { undoToken: done.undoToken });
    expect(await stored()).toEqual(before);
  });

  test('stays a lead of the other campaign after a bad match in one of them', async () => {
    const lead = await leadOf('author_1');
    await made.core.inbox.posts.feedback(ann, lead.posts[0]?.id ?? '', { verdict: 'wrong' });
    expect(await leadOf('author_1')).toMatchObject({ campaigns: [{}] });
  });

  test('has one follow-up, which a reply in either campaign closes', async () => {
    const { followUps } = made.core.inbox;
    const [one, two] = [await leadOf('author_1', { campaignId: first }), await leadOf('author_1', { campaignId: second })];
    await followUps.create(ann, one.id, { dueAt: new Date(made.clock.now).toISOString(), note: 'Ask again' });
    expect((await followUps.list(ann, followUpQuery.parse({}))).items).toHaveLength(1);
    expect((await followUps.list(ann, followUpQuery.parse({ leadId: two.id }))).items).toMatchObject([{ note: 'Ask again' }]);
    expect(await followUps.closeAnswered(ann, two.id)).toBe(1);
  });
});

test('announces a person once', async () => {
  const { db } = made.core;
  const notices = await db('notifications').whereNotNull('lead_id').select('lead_id');
  const announced = await db('leads')
    .whereNotNull('announce_since')
    .orWhereIn(
      'id',
      notices.map(({ lead_id }) => lead_id ?? 0),
    )
    .pluck<string[]>('author_key');
  expect(announced.toSorted()).toEqual(['author_1', 'author_2', 'author_3']);
});

test('counts a person once against a plan', async () => {
  await made.close();
  made = await makeCore({ billing: { plans: [{ id: 'small', name: 'Small', limits: { leadsPerMonth: 2 } }] } });
  ann = await makeUser(made.core, 'ann');
  for (const name of ['One', 'Two']) await makeCampaign(made.core, ann, { name });
  await ingestItems(made.core, [makeItem(1, made.clock.now), makeItem(2, made.clock.now), makeItem(3, made.clock.now)]);
  const { items } = await list();
  expect(items.map(({ campaigns }) => campaigns.length)).toEqual([2, 2]);
});

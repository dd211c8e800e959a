import { namesOf, streamsNamed } from '#shared/streams.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { analyticsQuery } from '#shared/analytics.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';

const day = 86_400_000;
const subreddits = ['freelance', 'smallbusiness', 'startups'];

type Made = Awaited<ReturnType<typeof makeCore>>;
type Ann = Awaited<ReturnType<typeof makeUser>>;

const action = fc.oneof(
  fc.record({ do: fc.constant('campaign' as const), of: fc.subarray(subreddits, { minLength: 1 }), comments: fc.boolean() }),
  fc.record({
    do: fc.constant('items' as const),
    count: fc.integer({ min: 1, max: 4 }),
    subreddit: fc.constantFrom(...subreddits),
    author: fc.integer({ min: 1, max: 3 }),
    isTalk: fc.boolean(),
  }),
  fc.record({ do: fc.constant('rules' as const), at: fc.nat(), rule: fc.constantFrom('invoic*', 'teapot', '"pay late"') }),
  fc.record({
    do: fc.constantFrom('dismiss' as const, 'archive' as const, 'right' as const, 'wrong' as const, 'unrate' as const),
    at: fc.nat(),
  }),
  fc.record({
    do: fc.constant('stage' as const),
    at: fc.nat(),
    stage: fc.constantFrom('contacted' as const, 'won' as const, 'new' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

const listPosts = async ({ core }: Made, ann: Ann, query: Record<string, unknown> = {}) =>
  (await core.inbox.posts.list(ann, postListQuery.parse({ status: 'all', limit: 100, ...query }))).items;
const listLeads = async ({ core }: Made, ann: Ann, query: Record<string, unknown> = {}) =>
  (await core.inbox.leads.list(ann, leadListQuery.parse({ limit: 100, ...query }))).items;
const campaignIds = async ({ core }: Made, ann: Ann) => (await core.inbox.campaigns.list(ann, { limit: 100 })).items.map(({ id }) => id);

let items = 0;
async function ingest(made: Made, { count, subreddit, author, isTalk }: Extract<Action, { do: 'items' }>): Promise<void> {
  const many = Array.from({ length: count }, () => {
    items += 1;
    const talk = {
      title: `Teapots and tea (${items})`,
      body: `Number ${items}: which teapot do you like? ${'abcdefgh'[items % 8]}${items}`,
    };
    return makeItem(items, made.clock.now, { subreddit, author: `author_${author}`, ...(isTalk && talk) });
  });
  await ingestItems(made.core, many);
}

async function act(made: Made, ann: Ann, step: Action): Promise<void> {
  const { core } = made;
  if (step.do === 'wait') made.clock.now += step.hours * 3_600_000;
  if (step.do === 'campaign') await makeCampaign(core, ann, { streams: streamsNamed('subreddit', step.of, step.comments) });
  if (step.do === 'items') await ingest(made, step);
  if (step.do === 'rules') {
    const ids = await campaignIds(made, ann);
    const id = ids[step.at % ids.length];
    if (id !== undefined) await core.inbox.campaigns.update(ann, id, { rules: [{ text: step.rule }] });
  }
  if (step.do === 'stage') {
    const leads = await listLeads(made, ann);
    const lead = leads[step.at % leads.length];
    if (lead) await core.inbox.leads.update(ann, lead.id, { stage: step.stage });
  }
  if (step.do === 'dismiss' || step.do === 'archive' || step.do === 'right' || step.do === 'wrong' || step.do === 'unrate') {
    const posts = await listPosts(made, ann);
    const post = posts[step.at % posts.length];
    if (!post) return;
    if (step.do === 'unrate') await core.inbox.posts.undoFeedback(ann, post.id);
    else if (step.do === 'right' || step.do === 'wrong') await core.inbox.posts.feedback(ann, post.id, { verdict: step.do });
    else await core.inbox.posts.bulk(ann, { ids: [post.id], action: step.do });
  }
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
}

/** The figures as the database has them, counted without any code of the screens. */
async function countStored({ core: { db } }: Made, of: { campaign_id?: number } = {}) {
  const shown = await db('posts')
    .where(of)
    .where((one) => one.where({ open: 1 }).orWhereIn('status', ['dismissed', 'archived']));
  const leads = await db('leads').where({ ...of, active: 1 });
  return {
    posts: shown.length,
    leads: new Set(leads.map(({ author_key }) => author_key)).size,
    right: shown.filter(({ feedback }) => feedback === 'right').length,
    wrong: shown.filter(({ feedback }) => feedback === 'wrong').length,
    dismissed: shown.filter(({ status }) => status === 'dismissed').length,
  };
}

async function expectToAgree(made: Made, ann: Ann): Promise<void> {
  const { core, clock } = made;
  const range = { from: new Date(clock.now - 400 * day).toISOString(), to: new Date(clock.now + day).toISOString() };
  const readIn = async (names: readonly string[]) =>
    new Set((await core.db('items').whereIn('subreddit_key', names)).map(({ id }) => id)).size;
  const ids = await campaignIds(made, ann);
  const campaigns = await Promise.all(ids.map((id) => core.inbox.campaigns.get(ann, id)));
  const all = await countStored(made);
  const analytics = await core.insights.analytics.get(ann, { ...range, zone: 'UTC' });
  const dashboard = await core.insights.dashboard.get(ann, { zone: 'UTC' });
  const read = await readIn([...new Set(campaigns.flatMap(({ streams }) => namesOf(streams, 'subreddit')))]);
  expect(analytics.funnel).toMatchObject({ heard: read, posts: all.posts, leads: all.leads, dismissed: all.dismissed });
  expect(analytics.headline).toMatchObject({ leads: all.leads, right: all.right, wrong: all.wrong });
  expect(analytics.funnel.matched).toBeLessThanOrEqual(read);
  expect(analytics.bySubreddit.items.reduce((sum, row) => sum + row.heard, 0)).toBe(read);
  expect(analytics.bySubreddit.items.reduce((sum, row) => sum + row.leads, 0)).toBe(all.leads);
  expect(analytics.leadsOverTime.total.reduce((sum, leads) => sum + leads, 0)).toBe(all.leads);
  expect(dashboard.totals.leads).toBe(all.leads);
  expect(dashboard.since.heard).toBe(read);
  expect((await listLeads(made, ann)).length).toBe(all.leads);
  expect((await core.inbox.leads.list(ann, leadListQuery.parse({ limit: 1 }))).total).toBe(all.leads);
  expect((await listPosts(made, ann)).length).toBe(all.posts);
  for (const campaign of campaigns) {
    const own = await countStored(made, { campaign_id: Number(campaign.id) });
    const { funnel, headline } = await core.insights.analytics.get(ann, { ...range, zone: 'UTC', campaignId: campaign.id });
    expect(funnel).toMatchObject({ heard: await readIn(namesOf(campaign.streams, 'subreddit')), posts: own.posts, leads: own.leads });
    expect(funnel.matched).toBeLessThanOrEqual(funnel.heard);
    expect(headline).toMatchObject({ right: own.right, wrong: own.wrong });
    expect((await listLeads(made, ann, { campaignId: campaign.id })).length).toBe(own.leads);
    const card = dashboard.campaigns.find(({ id }) => id === campaign.id);
    expect(card?.rated).toBe(own.right + own.wrong);
  }
}

test('every screen shows the figures that the database has, whatever happens', { timeout: 600_000 }, async () => {
  const checked = fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (steps) => {
      const made = await makeCore();
      try {
        const ann = await makeUser(made.core, 'ann');
        await makeCampaign(made.core, ann);
        await made.core.insights.dashboard.get(ann);
        made.clock.now += 60_000;
        for (const step of steps) await act(made, ann, step);
        await expectToAgree(made, ann);
      } finally {
        await made.close();
      }
    }),
    { numRuns: 8, seed: 20_261_128 },
  );
  await expect(checked).resolves.toBeUndefined();
});

test('adds up the leads of campaigns beyond the six with the most as others', async () => {
  const made = await makeCore();
  onTestFinished(() => made.close());
  const ann = await makeUser(made.core, 'ann');
  for (let n = 1; n <= 8; n += 1) await makeCampaign(made.core, ann, { name: `Campaign ${n}` });
  await ingestItems(made.core, [makeItem(1, made.clock.now), makeItem(2, made.clock.now)]);
  const { campaigns, others, total } = (await made.core.insights.analytics.get(ann, analyticsQuery.parse({}))).leadsOverTime;
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  expect([campaigns.map(({ counts }) => sum(counts)), sum(others), sum(total)]).toEqual([[2, 2, 2, 2, 2, 2], 4, 2]);
});

import { streamsNamed } from '#shared/streams.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { dashboardSchema } from '#shared/dashboard.ts';
import { postListQuery } from '#shared/posts.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const minute = 60_000;
const hour = 60 * minute;
const day = 86_400_000;

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
});
afterEach(() => made.close());

test('shows a new account an empty dashboard with setup steps', async () => {
  const dashboard = dashboardSchema.parse(await made.core.insights.dashboard.get(ann));
  expect(dashboard).toMatchObject({ needAnswer: 0, campaigns: [], monitored: { total: 0, monitored: 0, problems: [] } });
  expect(dashboard.trend).toHaveLength(30);
  expect(dashboard.setup.map(({ key, done, progress }) => [key, done, progress])).toEqual([
    ['account', true, null],
    ['campaign', false, null],
    ['rate', false, '0 of 8'],
    ['reply', false, null],
    ['passkey', false, null],
  ]);
});

test('lists what the instance could be connected to as setup steps of admins only', async () => {
  const root = await makeUser(made.core, 'root', 'admin');
  const { setup } = await made.core.insights.dashboard.get(root);
  expect(setup.filter(({ key }) => key === 'model' || key === 'email')).toEqual([
    { key: 'model', done: false, progress: null },
    { key: 'email', done: false, progress: null },
  ]);
});

test('counts what happened since the last visit, not since the last request', async () => {
  await makeCampaign(made.core, ann);
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  made.clock.now += minute;
  await made.core.insights.dashboard.get(ann);
  const left = made.clock.now;
  made.clock.now += 3 * 60 * minute;
  await ingestItems(made.core, [
    makeItem(2, made.clock.now),
    makeItem(3, made.clock.now, { subreddit: 'elsewhere' }),
    makeItem(4, made.clock.now, { subreddit: 'smallbusiness', title: 'x', body: 'y' }),
  ]);
  for (let click = 0; click < 3; click += 1) {
    made.clock.now += 20 * minute;
    const { since } = await made.core.insights.dashboard.get(ann);
    expect(since).toEqual({ at: new Date(left).toISOString(), heard: 2, posts: 1, leads: 1, subreddits: 2 });
  }
});

test('records a visit once a minute, however often the dashboard is opened', async () => {
  const recordedAt = async () =>
    (
      await made.core
        .db('users')
        .where({ id: Number(ann.userId) })
        .first('visit_at')
    )?.visit_at;
  const first = made.clock.now;
  await made.core.insights.dashboard.get(ann);
  made.clock.now += minute - 1;
  await made.core.insights.dashboard.get(ann);
  expect(await recordedAt()).toBe(first);
  made.clock.now += 1;
  await made.core.insights.dashboard.get(ann);
  expect(await recordedAt()).toBe(made.clock.now);
});

test('still counts fetched items after several days, when items without a match have been pruned', async () => {
  await makeCampaign(made.core, ann);
  await makeCampaign(made.core, ann, { name: 'Second', streams: streamsNamed('subreddit', ['freelance']) });
  await made.core.insights.dashboard.get(ann);
  made.clock.now += hour;
  await ingestItems(made.core, [
    makeItem(1, made.clock.now),
    makeItem(2, made.clock.now, { title: 'x', body: 'y' }),
    makeItem(3, made.clock.now, { subreddit: 'smallbusiness', title: 'x', body: 'z' }),
  ]);
  made.clock.now += 3 * day;
  await made.core.discovery.pipeline.prune(new AbortController().signal);
  expect(await made.core.db('items').pluck('fullname')).toEqual(['t3_item1']);
  expect((await made.core.insights.dashboard.get(ann)).since).toMatchObject({ heard: 3, subreddits: 2, posts: 2 });
});

test('counts a post for each campaign that keeps it, as the list of posts to which the figure links', async () => {
  for (const name of ['First', 'Second']) await makeCampaign(made.core, ann, { name });
  await made.core.insights.dashboard.get(ann);
  made.clock.now += hour;
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  const { since } = await made.core.insights.dashboard.get(ann);
  expect(since).toMatchObject({ heard: 1, posts: 2 });
  expect((await made.core.inbox.posts.list(ann, postListQuery.parse({ since: since.at }))).items).toHaveLength(2);
});

test("counts days in the user's time zone and compares them with the 30 days before", async () => {
  await makeCampaign(made.core, ann);
  made.clock.now = Date.parse('2026-10-10T12:00:00Z');
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  made.clock.now = Date.parse('2026-11-20T18:20:00Z');
  await ingestItems(made.core, [makeItem(2, made.clock.now), makeItem(3, made.clock.now)]);
  const { trend, recent } = await made.core.insights.dashboard.get(ann, { zone: 'Asia/Kathmandu' });
  expect(trend.at(-1)).toEqual({ day: '2026-11-21', leads: 2, answered: 0 });
  expect(recent).toEqual({ leads: 2, leadsBefore: 1, answered: 0, answeredBefore: 0, seenMinutes: null, seen: 0 });
});

test('lists connecting Reddit as a setup step if the instance has a client ID', async () => {
  const connectable = await makeCore({ reddit: { source: 'off', clientId: 'an-id' } });
  const bob = await makeUser(connectable.core, 'bob');
  const isConnected = async () => (await connectable.core.insights.dashboard.get(bob)).setup.find(({ key }) => key === 'connect')?.done;
  expect(await isConnected()).toBe(false);
  const row = {
    user_id: Number(bob.userId),
    username: 'bob',
    requested_scopes: '',
    scopes: '',
    access_sealed: '',
    refresh_sealed: '',
    expires_at: 1,
    connected_at: 1,
  };
  await connectable.core.db('reddit_accounts').insert(row);
  expect(await isConnected()).toBe(true);
  await connectable.close();
});

test("counts only the user's own leads, replies, feedback, and fetched items", async () => {
  const eve = await makeUser(made.core, 'eve');
  const { id } = await makeCampaign(made.core, ann);
  await makeCampaign(made.core, eve);
  await ingestItems(
    made.core,
    [1, 2, 3].map((number) => makeItem(number, made.clock.now)),
  );
  made.clock.now += 2 * day;
  await ingestItems(made.core, [makeItem(4, made.clock.now)]);
  const [first, second] = (await made.core.inbox.leads.list(ann, { limit: 4, sort: '-confidence' })).items;
  await made.core.inbox.leads.update(ann, first?.id ?? '', { stage: 'contacted' });
  await made.core.inbox.posts.feedback(ann, first?.posts[0]?.id ?? '', { verdict: 'right' });
  await made.core.inbox.posts.feedback(ann, second?.posts[0]?.id ?? '', { verdict: 'wrong' });
  const dashboard = dashboardSchema.parse(await made.core.insights.dashboard.get(ann));
  // A bad match ends a lead.
  expect(dashboard).toMatchObject({ needAnswer: 2, totals: { posts: 4, unseenPosts: 4, leads: 3, newLeads: 2 } });
  expect(dashboard.trend.slice(-3)).toMatchObject([
    { leads: 2, answered: 0 },
    { leads: 0, answered: 0 },
    { leads: 1, answered: 1 },
  ]);
  expect(dashboard.campaigns).toMatchObject([{ id, today: 1, rated: 2, right: 0.5, sparkline: [0, 0, 0, 0, 0, 0, 0, 2, 0, 1] }]);
  expect(dashboard.monitored).toMatchObject({
    total: 4,
    monitored: 0,
    problems: [],
    reddit: expect.stringContaining('reddit.source is off'),
  });
  expect(dashboard.setup.filter(({ done }) => done).map(({ key }) => key)).toEqual(['account', 'campaign', 'reply']);
});

test('shows the feedback of each campaign on its own card', async () => {
  const rated = await makeCampaign(made.core, ann);
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  const { items } = await made.core.inbox.posts.list(ann, { limit: 5, sort: '-confidence' });
  for (const { id } of items) await made.core.inbox.posts.feedback(ann, id, { verdict: 'right' });
  const unrated = await makeCampaign(made.core, ann, { name: 'Other', streams: streamsNamed('subreddit', ['elsewhere']) });
  const { campaigns } = await made.core.insights.dashboard.get(ann);
  const cards = campaigns.map((card) => [card.id, card.rated, card.right]);
  expect(cards).toHaveLength(2);
  expect(cards).toEqual(
    expect.arrayContaining([
      [rated.id, 1, 1],
      [unrated.id, 0, null],
    ]),
  );
});

test('rates a campaign by its newest fifty ratings', async () => {
  await makeCampaign(made.core, ann);
  await ingestItems(
    made.core,
    Array.from({ length: 60 }, (_, number) => makeItem(number + 1, made.clock.now)),
  );
  const ids = await made.core.db('posts').orderBy('id').pluck<number[]>('id');
  for (const [at, id] of ids.entries())
    await made.core
      .db('posts')
      .where({ id })
      .update({ feedback: at < 12 || at % 2 === 0 ? 'wrong' : 'right', feedback_at: made.clock.now + at });
  const { campaigns } = await made.core.insights.dashboard.get(ann);
  expect(campaigns).toMatchObject([{ rated: 50, right: 24 / 50 }]);
});

import { streamsNamed } from '#shared/streams.ts';
import { expect, test } from 'vitest';
import { connect, openAnn } from '#test/support/connected.ts';
import { makeCampaign, makeUser } from '#test/support/factories.ts';

const signal = new AbortController().signal;
const minute = 60_000;
type Ann = Awaited<ReturnType<typeof openAnn>>;

/** Fetches over feeds unless a user connected an account. */
const openFeeds = () => openAnn({ reddit: { source: 'rss', rssIntervalMs: 0 } });

function sell({ reddit }: Ann, title: string, subreddit = 'freelance') {
  const text = `I am looking for invoicing software and would pay today. What do you recommend? ${title}`;
  return reddit.world.post({ subreddit, title, text, author: `buyer_${title.replaceAll(/\W/g, '')}` });
}
async function tick({ core, clock }: Ann) {
  clock.now += 65 * minute;
  await core.discovery.pipeline.listen(signal);
  await core.discovery.pipeline.settled();
}
const listFetched = ({ core }: Ann) => core.db('items').orderBy('fullname').pluck('title');
const lastRun = async ({ core, ann }: Ann) => {
  const [campaign] = (await core.inbox.campaigns.list(ann, { limit: 1 })).items;
  return (await core.inbox.campaigns.runs(ann, campaign?.id ?? '', { limit: 1 })).items[0];
};
const feedsAsked = ({ reddit }: Ann) => reddit.requests.filter(({ path }) => path.endsWith('.rss')).length;

test("fetches a user's campaigns through their own account, and those of others over feeds", async () => {
  const made = await openFeeds();
  const { core, reddit, ann, clock } = made;
  const bob = await makeUser(core, 'bob');
  await makeCampaign(core, bob, { streams: streamsNamed('subreddit', ['startups']) });
  for (const name of ['freelance', 'smallbusiness', 'startups']) reddit.world.community(name);
  await connect(core, ann, 'read');
  sell(made, 'For Ann');
  sell(made, 'For Bob', 'startups');
  await tick(made);
  expect(await listFetched(made)).toEqual(['For Ann', 'For Bob']);
  expect(await lastRun(made)).toMatchObject({ source: 'api', state: 'ok' });
  const asked = reddit.requests
    .filter(({ at }) => at > clock.now - minute)
    .map(({ path, headers }) => [path, Boolean(headers['authorization'])]);
  expect(asked.filter(([path]) => String(path).includes('startups'))).toEqual(expect.arrayContaining([['/r/startups/new/.rss', false]]));
  expect(asked.some(([path, bearer]) => String(path).startsWith('/r/freelance') && bearer)).toBe(true);
  expect(asked.some(([path]) => String(path).includes('freelance') && String(path).endsWith('.rss'))).toBe(false);
  const [campaign] = (await core.inbox.campaigns.list(ann, { limit: 1 })).items;
  expect((await core.inbox.campaigns.coverage(ann, campaign?.id ?? '')).places.every(({ source }) => source === 'api')).toBe(true);
});

test('continues over feeds when an account is revoked, notifies once, and resumes with a new connection where the old one stopped', async () => {
  const made = await openFeeds();
  const { core, reddit, ann, clock } = made;
  for (const name of ['freelance', 'smallbusiness']) reddit.world.community(name);
  const pushed: unknown[] = [];
  core.bus.on(
    'push',
    ({ event, payload }) => void (event === 'reddit-ended' || event === 'scrape-error' ? pushed.push([event, payload]) : null),
  );
  await connect(core, ann, 'read');
  sell(made, '1 before');
  await tick(made);
  expect(feedsAsked(made)).toBe(0);

  reddit.members.removeApp();
  sell(made, '2 meanwhile');
  await tick(made);
  expect(await listFetched(made)).toEqual(['1 before', '2 meanwhile']);
  expect(feedsAsked(made)).toBeGreaterThan(0);
  sell(made, '3 over feeds');
  await tick(made);
  expect(await listFetched(made)).toEqual(['1 before', '2 meanwhile', '3 over feeds']);
  expect(await lastRun(made)).toMatchObject({ source: 'rss' });
  expect(pushed).toEqual([['reddit-ended', { message: expect.stringContaining('Connect your Reddit account again') }]]);
  expect(await core.reddit.account.status(ann)).toMatchObject({ connected: false, needsReconnect: true });

  // Older than what the feeds fetched, but newer than what the account fetched: only resuming there finds it.
  const late = sell(made, '4 held back');
  reddit.world.get(late).createdAt = clock.now - 100 * minute;
  await connect(core, ann, 'read');
  await core.discovery.pipeline.settled();
  const feeds = feedsAsked(made);
  clock.now += 1000;
  await core.discovery.pipeline.listen(signal);
  expect(await listFetched(made)).toContain('4 held back');
  expect(feedsAsked(made)).toBe(feeds);
  expect(await lastRun(made)).toMatchObject({ source: 'api', state: 'ok' });
  expect(new Set(await core.db('items').pluck('fullname')).size).toBe(4);
});

test("doesn't store what only members of a subreddit can see", async () => {
  const made = await openFeeds();
  const { core, reddit, ann } = made;
  reddit.world.community('freelance');
  const open = sell(made, 'Open');
  const closed = sell(made, 'Closed');
  reddit.world.get(closed).closed = true;
  await connect(core, ann, 'read');
  await tick(made);
  expect(await core.db('items').pluck('fullname')).toEqual([open]);
});

test('fetches through accounts, and never over feeds that are not chosen, when Reddit refuses the app a token', async () => {
  const made = await openAnn({ reddit: { source: 'auto', rssIntervalMs: 0 } });
  const { core, reddit, ann } = made;
  for (const name of ['freelance', 'smallbusiness']) reddit.world.community(name);
  reddit.members.habits.givesAppToken = false;
  sell(made, '1 before the account');
  await tick(made);
  expect(await lastRun(made)).toMatchObject({ source: 'api', state: 'failed' });
  expect(feedsAsked(made)).toBe(0);
  await connect(core, ann, 'read');
  sell(made, '2 through the account');
  await tick(made);
  expect(await lastRun(made)).toMatchObject({ source: 'api' });
  reddit.members.habits.givesAppToken = true;
  sell(made, '3 through the app');
  await core.reddit.account.disconnect(ann);
  await tick(made);
  expect(await lastRun(made)).toMatchObject({ source: 'api', state: 'ok' });
  expect(await listFetched(made)).toEqual(['1 before the account', '2 through the account', '3 through the app']);
});

test('shares one request budget among all accounts and the app', async () => {
  const made = await openAnn({ reddit: { source: 'rss', rssIntervalMs: 0, requestsPerMinute: 1 } });
  const { core, reddit, ann } = made;
  reddit.world.community('freelance');
  const bob = await makeUser(core, 'bob');
  await makeCampaign(core, bob);
  await connect(core, ann, 'read');
  reddit.members.habits.who = 'bob_reddit';
  await connect(core, bob, 'read');
  sell(made, 'One');
  for (let round = 0; round < 4; round += 1) await core.discovery.pipeline.listen(signal);
  const calls = reddit.requests.filter(
    ({ path, headers }) => !path.includes('access_token') && headers['authorization']?.startsWith('bearer'),
  );
  expect(calls.length).toBeLessThanOrEqual(10);
});

import { streamsNamed, withNames, withOnly } from '#shared/streams.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Campaign, Coverage, Run } from '#shared/campaigns.ts';
import type { Dashboard } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import type { Post, PostDetail } from '#shared/posts.ts';
import type { ReplyCheck } from '#shared/reply-check.ts';
import { invoicing } from '#test/support/factories.ts';
import { type Entry, rss } from '#test/support/fakes/feed.ts';
import { startFakeBluesky } from '#test/support/fakes/bluesky.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { startFakeLemmy } from '#test/support/fakes/lemmy.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { page, startSite } from '#test/support/fakes/site.ts';
import { makeServer } from '#test/support/serve.ts';
import { streamName } from '#web/features/campaigns/stream-labels.ts';

const hour = 3_600_000;
const never = new AbortController().signal;
const wish = (where: string) =>
  `I am a freelancer and looking for an invoicing tool with payment reminders as soon as possible. Which one do you recommend in ${where}? My budget is $20 a month.`;

/** A server with three sources on loopback, and a campaign that monitors all of them. */
async function open(source: 'rss' | 'off' = 'rss') {
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const reddit = await startFakeReddit({ now: () => clock.now });
  onTestFinished(() => reddit.close());
  const hackerNews = await startFakeHackerNews(() => clock.now);
  const forum = await startSite();
  const server = await makeServer({
    reddit: { source, wwwUrl: reddit.url, apiUrl: reddit.url, rssIntervalMs: 0 },
    hackerNews: hackerNews.config.hackerNews,
    security: { allowPrivateHosts: [forum.host, hackerNews.host] },
    jobs: { enabled: false },
  });
  onTestFinished(() => server.close());
  const feedUrl = `${forum.url}/feed.xml`;
  const publish = (...entries: Entry[]) => forum.serve('/feed.xml', page(rss('Forum of Freelancers', entries)));
  const ann = server.api((await server.member('ann')).token);
  const onReddit = streamsNamed('subreddit', ['freelance'], false);
  const onHackerNews = withOnly([], 'hackernews', true);
  const inFeed = streamsNamed('feed', [feedUrl]);
  const write = async (fields: object = {}) => {
    const answer = await ann.post('/campaigns', {
      ...invoicing(),
      streams: [...onReddit, ...onHackerNews, ...inFeed],
      ...fields,
    });
    expect(answer.status).toBe(201);
    return (answer.json as Campaign).id;
  };
  const tick = async (ms = hour) => {
    clock.now += ms;
    server.clock.now = clock.now;
    await server.core.discovery.pipeline.listen(never);
    await server.core.discovery.pipeline.settled();
  };
  const read = async <T>(path: string): Promise<T> => (await ann.get(path)).json as T;
  const posts = async () => (await read<{ items: Post[] }>('/posts?status=all&sort=-discoveredAt')).items;
  const states = async (id: string) => {
    const { places, summary } = await read<Coverage>(`/campaigns/${id}/coverage`);
    return { summary, places: Object.fromEntries(places.map((place) => [place.title ?? place.name, place.state])) };
  };
  const lastRun = async (id: string) => (await read<{ items: Run[] }>(`/campaigns/${id}/runs`)).items[0];
  return {
    server,
    clock,
    reddit,
    hackerNews,
    forum,
    feedUrl,
    onReddit,
    onHackerNews,
    inFeed,
    publish,
    ann,
    write,
    tick,
    read,
    posts,
    states,
    lastRun,
  };
}

describe('campaign that monitors Reddit, Hacker News, and a feed', () => {
  test('finds people on all three, shows where they posted, and keeps its coverage correct when one source is down', async () => {
    const { reddit, hackerNews, publish, forum, feedUrl, write, tick, posts, states, lastRun, read, clock } = await open();
    reddit.world.community('freelance');
    reddit.world.post({ subreddit: 'freelance', author: 'ann_lee', title: 'Looking for invoicing software', text: wish('this subreddit') });
    const story = hackerNews.add({
      by: 'ann_lee',
      title: 'Ask HN: looking for invoicing software?',
      text: wish('this very forum of hackers'),
    });
    publish({
      id: '1',
      title: 'Looking for invoicing software',
      text: wish('our forum, dear members'),
      author: 'Ann_Lee',
      link: 'https://forum.example.com/t/1',
    });
    const id = await write();
    await tick();
    expect(
      (await posts())
        .map(({ origin, subreddit, author, createdAt }) => ({ origin, subreddit, author, dated: createdAt !== null }))
        .toSorted((a, b) => a.origin.localeCompare(b.origin)),
    ).toEqual([
      { origin: 'feed', subreddit: 'Forum of Freelancers', author: `Ann_Lee (${forum.host})`, dated: false },
      { origin: 'hackernews', subreddit: 'Hacker News', author: 'ann_lee (Hacker News)', dated: true },
      { origin: 'reddit', subreddit: 'freelance', author: 'ann_lee', dated: true },
    ]);
    const leads = (await read<{ items: Lead[] }>('/leads')).items;
    expect(new Set(leads.map(({ redditUsername }) => redditUsername)).size, 'the same name elsewhere is another person').toBe(leads.length);
    expect(await states(id)).toMatchObject({
      summary: { total: 3, monitored: 3 },
      places: { freelance: 'ok', 'Hacker News': 'ok', 'Forum of Freelancers': 'ok' },
    });
    expect(await lastRun(id)).toMatchObject({ state: 'ok', counts: { heard: 3, new: 3 } });

    hackerNews.state.isDown = true;
    await tick();
    expect(await states(id)).toMatchObject({
      summary: { total: 3, monitored: 2, failed: 1 },
      places: { freelance: 'empty', 'Hacker News': 'failed', 'Forum of Freelancers': 'empty' },
    });
    expect(await lastRun(id)).toMatchObject({ state: 'partial' });
    hackerNews.state.isDown = false;
    forum.serve('/feed.xml', page('<html><body>Sign in</body></html>', { 'content-type': 'text/html' }));
    await tick();
    expect((await states(id)).places).toEqual({ freelance: 'empty', 'Hacker News': 'empty', 'Forum of Freelancers': 'failed' });
    publish();
    reddit.faults.add({ fault: fault.serverError(503), until: clock.now + 3 * hour });
    await tick();
    const { places } = await states(id);
    expect(places).toMatchObject({ 'Hacker News': 'empty', 'Forum of Freelancers': 'empty' });
    expect(['failed', 'limited']).toContain(places['freelance']);
    expect((await read<Coverage>(`/campaigns/${id}/coverage`)).places.find(({ kind }) => kind === 'feed')?.name).toBe(feedUrl);
    expect(story).toBeGreaterThan(0);
  });

  test('offers nothing that only Reddit has for a post from elsewhere', async () => {
    const { hackerNews, onHackerNews, write, tick, posts, read, ann, reddit } = await open('off');
    hackerNews.add({ by: 'cat', title: 'Ask HN: looking for invoicing software?', text: wish('this very forum of hackers') });
    await write({ streams: onHackerNews });
    await tick();
    const [post] = await posts();
    const id = post?.id ?? '';
    expect(await read<ReplyCheck>(`/posts/${id}/reply-check`)).toMatchObject({
      level: 'stop',
      subreddit: 'Hacker News',
      points: [{ key: 'thread', level: 'stop' }],
      ruleCount: null,
    });
    expect((await ann.post(`/posts/${id}/post-to-reddit`, { message: 'Hello' })).status).toBe(409);
    expect((await ann.post('/schedule', { postId: id, message: 'Hello', dueAt: '2026-12-01T00:00:00Z' })).status).toBe(409);
    const drafts = await ann.post(`/posts/${id}/draft-reply`, { tone: 'helpful' });
    expect(drafts.status).toBe(200);
    expect(reddit.requests).toEqual([]);
  });
});

test('says in coverage why posts from before the campaign are missing, without calling Hacker News unread', async () => {
  const { hackerNews, onHackerNews, write, tick, lastRun, read, posts, clock } = await open('off');
  const text = wish('this very forum of hackers');
  hackerNews.add({ title: 'Ask HN: looking for invoicing software?', text, time: clock.now / 1000 - 72 * 3600 });
  // The live reading begins two hours ago.
  for (let n = 0; n < 1000; n += 1) hackerNews.add({ type: 'job', title: 'We are hiring' });
  hackerNews.state.isSearchDown = true;
  const id = await write({ streams: onHackerNews });
  await tick();
  const coverage = await read<Coverage>(`/campaigns/${id}/coverage`);
  expect(coverage).toMatchObject({
    summary: { monitored: 1, failed: 0 },
    places: [{ state: 'empty', error: "Older posts couldn't be read yet. Algolia answered with status 503." }],
  });
  expect(await lastRun(id)).toMatchObject({ state: 'ok', error: null, perSubreddit: [{ error: expect.stringContaining('Algolia') }] });
  hackerNews.state.isSearchDown = false;
  await tick();
  expect(await read<Coverage>(`/campaigns/${id}/coverage`)).toMatchObject({ places: [{ error: null }] });
  expect(await posts()).toHaveLength(1);
});

describe('fetching from Reddit turned off', () => {
  test("still reads Hacker News and feeds, on schedule and on request, and reports what of Reddit isn't read", async () => {
    const { hackerNews, onReddit, onHackerNews, inFeed, publish, write, tick, states, lastRun, ann, server } = await open('off');
    hackerNews.add({ title: 'Ask HN: looking for invoicing software?', text: wish('this very forum of hackers') });
    publish({ id: '1', title: 'Looking for invoicing software', text: wish('our forum, dear members') });
    const elsewhere = await write({ streams: [...onHackerNews, ...inFeed] });
    const both = await write({ streams: [...onReddit, ...onHackerNews] });
    const redditOnly = await write({ streams: onReddit });
    await tick();
    expect(await lastRun(elsewhere)).toMatchObject({ state: 'ok', counts: { new: 2 }, error: null });
    expect(await lastRun(both)).toMatchObject({ state: 'partial', error: expect.stringContaining("Reddit isn't read") });
    expect((await states(both)).places).toEqual({ freelance: 'failed', 'Hacker News': 'ok' });
    expect(await lastRun(redditOnly), 'not run every minute for nothing').toBeUndefined();
    expect((await ann.post(`/campaigns/${elsewhere}/run`)).status).toBe(202);
    await server.core.discovery.pipeline.settled();
    expect(await lastRun(elsewhere)).toMatchObject({ state: 'ok', counts: { new: 0 } });
  });
});

test("shows a feed's items only to users who monitor its URL", async () => {
  const { server, publish, write, tick, posts, feedUrl, hackerNews } = await open('off');
  publish({ id: '1', title: 'Looking for invoicing software', text: wish('our forum, dear members') });
  hackerNews.add({ title: 'Ask HN: looking for invoicing software?', text: wish('this very forum of hackers') });
  const eve = server.api((await server.member('eve')).token);
  const fields = invoicing({ streams: withOnly(streamsNamed('subreddit', ['freelance']), 'search', true) });
  expect((await eve.post('/campaigns', fields)).status).toBe(201);
  await write();
  await tick();
  expect(await posts()).toHaveLength(2);
  const foundBy = async () => ((await eve.get('/posts?status=all')).json as { items: Post[] }).items.length;
  expect(await foundBy()).toBe(0);
  const preview = await eve.post('/campaigns/preview', fields);
  expect(preview.json).toMatchObject({ sample: true });
  const own = await eve.post('/campaigns/preview', { ...fields, streams: withNames(fields.streams, 'feed', [feedUrl]) });
  expect(own.json).toMatchObject({ sample: false, considered: 1, matched: 1 });
});

test("erases what was deleted on Hacker News within the same job, and doesn't claim to know what a feed no longer lists", async () => {
  const { hackerNews, onHackerNews, inFeed, publish, write, tick, posts, server, read } = await open('off');
  const kept = hackerNews.add({ title: 'Ask HN: looking for invoicing software?', text: wish('this very forum of hackers') });
  const gone = hackerNews.add({
    by: 'regretful',
    title: 'Need invoicing software, which one?',
    text: wish('an entirely different part of the world'),
  });
  publish({ id: '1', title: 'Looking for invoicing software', text: wish('our forum, dear members') });
  await write({ streams: [...onHackerNews, ...inFeed] });
  await tick();
  expect(await posts()).toHaveLength(3);
  hackerNews.change(gone, { deleted: true });
  publish();
  server.clock.now += 30 * hour;
  expect(await server.core.discovery.pipeline.syncDeletions(never)).toMatchObject({ checked: 2, gone: 1 });
  const after = await posts();
  expect(after.find(({ fullname }) => fullname === `hn_${gone}`)).toMatchObject({
    title: '',
    body: '',
    author: null,
    goneAt: expect.any(String),
  });
  expect(after.find(({ fullname }) => fullname === `hn_${kept}`)).toMatchObject({ goneAt: null });
  const feed = after.find(({ origin }) => origin === 'feed');
  expect(feed).toMatchObject({ goneAt: null });
  expect(await read<PostDetail>(`/posts/${feed?.id ?? ''}`)).toMatchObject({ createdAt: null });
});

test.each([
  ['not a URL', 'freelance'],
  ['a file URL', 'file:///etc/passwd'],
  ['a URL with a user name', 'https://ann:secret@example.com/feed'],
])('refuses a feed that is %s', async (_, url) => {
  const { ann } = await open('off');
  const answer = await ann.post('/campaigns', { ...invoicing(), streams: [{ kind: 'feed', name: url }] });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ error: 'invalid', details: [{ path: 'streams.0.name' }] });
});

test('finds posts from elsewhere by the name of their source, and by the site that they link to', async () => {
  const { inFeed, publish, write, tick, posts, read } = await open('off');
  publish({
    id: '1',
    title: 'Looking for invoicing software',
    text: wish('our forum, dear members'),
    link: 'https://forum.example.com/t/1',
  });
  await write({ streams: inFeed, rules: [{ text: 'site:forum.example.com' }] });
  await tick();
  expect((await posts()).map(({ matchedRules }) => matchedRules)).toEqual([['site:forum.example.com']]);
  const found = await read<{ items: Post[] }>(`/posts?status=all&subreddit=${encodeURIComponent('Forum of Freelancers')}`);
  expect(found.items).toHaveLength(1);
});

test('hears on Bluesky what a rule matches, whatever the schedule, and erases within the same job what its author deletes', async () => {
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const bluesky = await startFakeBluesky(() => clock.now);
  const server = await makeServer({
    reddit: { source: 'off' },
    bluesky: bluesky.config.bluesky,
    security: { allowPrivateHosts: [bluesky.host] },
    jobs: { enabled: false },
  });
  onTestFinished(() => server.close());
  server.clock.now = clock.now;
  const ann = server.api((await server.member('ann')).token);
  const stop = new AbortController();
  const { pipeline } = server.core.discovery;
  await pipeline.listenLive(stop.signal);
  expect(bluesky.cursors, 'nobody monitors it').toEqual([]);
  const fields = { ...invoicing(), schedule: 'daily', rules: [{ text: 'invoicing' }], streams: withOnly([], 'bluesky', true) };
  const made = (await ann.post('/campaigns', fields)).json as Campaign;
  const kept = bluesky.publish({ title: 'Looking for invoicing software', body: wish('this network'), author: 'cat' });
  const gone = bluesky.publish({ title: 'Need invoicing, which one?', body: wish('another part of the world'), author: 'bob' });
  bluesky.publish({ title: 'My lunch', body: 'Noodles' });
  const listening = pipeline.listenLive(stop.signal);
  const posts = async () => ((await ann.get('/posts?status=all')).json as { items: Post[] }).items;
  await expect.poll(async () => (await posts()).length).toBe(2);
  expect(await server.core.db('items').pluck('fullname'), 'what no rule matches is not stored').toEqual([kept, gone]);
  expect((await posts()).map(({ origin, author }) => ({ origin, author }))).toEqual(
    expect.arrayContaining([{ origin: 'bluesky', author: 'cat.bsky.social (Bluesky)' }]),
  );
  const facts: unknown[] = [];
  server.core.bus.on('push', ({ event, payload }) => void facts.push([event, payload]));
  bluesky.remove(gone);
  await expect.poll(async () => (await posts()).find(({ fullname }) => fullname === gone)?.goneAt).toEqual(expect.any(String));
  expect((await posts()).find(({ fullname }) => fullname === gone)).toMatchObject({ title: '', body: '', author: null });
  expect(facts).toContainEqual(['stale', { keys: ['posts-changed', 'leads-changed'] }]);
  stop.abort();
  await listening;
  expect(await posts()).toHaveLength(2);
  expect((await ann.get(`/campaigns/${made.id}/coverage`)).json).toMatchObject({
    summary: { total: 1, monitored: 1 },
    places: [{ kind: 'bluesky', source: 'bluesky', name: 'bsky.app' }],
  });
  expect((await ann.get('/posts/export.json?status=all')).json).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ origin: 'bluesky', permalink: expect.stringMatching(/^https:\/\/bsky\.app\/profile\/did:plc:/) }),
    ]),
  );
});

test('names a site of Stack Exchange and a repository that were never read by their address, not as a subreddit', async () => {
  const site = await startSite();
  const server = await makeServer({
    reddit: { source: 'off' },
    stackExchange: { url: site.url },
    github: { url: site.url },
    security: { allowPrivateHosts: [site.host] },
    jobs: { enabled: false },
  });
  onTestFinished(() => server.close());
  const ann = server.api((await server.member('ann')).token);
  await ann.post('/campaigns', {
    ...invoicing(),
    streams: [...streamsNamed('stackexchange', ['softwarerecs', 'money/taxes']), ...streamsNamed('github', ['r/tool'])],
  });
  await server.core.discovery.pipeline.listen(never);
  await server.core.discovery.pipeline.settled();
  const { monitored } = (await ann.get('/dashboard')).json as Dashboard;
  expect(monitored.problems.map(({ name }) => name)).toEqual([
    'softwarerecs.stackexchange.com',
    'money.stackexchange.com, taxes',
    'github.com/r/tool',
  ]);
});

test('reads the comments of a community only for campaigns that ask for them, and names both streams in coverage, one in problems', async () => {
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const instance = await startFakeLemmy(() => clock.now);
  const thread = instance.addPost({ title: 'Looking for invoicing software', body: wish('this community'), at: clock.now - hour });
  instance.addComment(thread, { body: wish('this thread of ours'), at: clock.now - hour });
  const server = await makeServer({
    reddit: { source: 'off' },
    security: { allowPrivateHosts: [instance.host] },
    jobs: { enabled: false },
  });
  onTestFinished(() => server.close());
  server.clock.now = clock.now;
  const name = `${instance.url}/c/smallbusiness`;
  const [ann, eve] = [server.api((await server.member('ann')).token), server.api((await server.member('eve')).token)];
  const campaignOf = async (by: typeof ann, comments: boolean): Promise<string> =>
    ((await by.post('/campaigns', { ...invoicing(), streams: streamsNamed('lemmy', [name], comments) })).json as Campaign).id;
  const postsOnly = await campaignOf(ann, false);
  const run = async () => {
    await server.core.discovery.pipeline.listen(never);
    await server.core.discovery.pipeline.settled();
  };
  await run();
  expect(instance.requests.filter(({ path }) => path.includes('/comment/'))).toEqual([]);
  const withComments = await campaignOf(eve, true);
  server.clock.now += hour;
  await run();
  const kindsOf = async (by: typeof ann) => ((await by.get('/posts?status=all')).json as { items: Post[] }).items.map(({ kind }) => kind);
  expect(await kindsOf(ann)).toEqual(['post']);
  expect((await kindsOf(eve)).toSorted()).toEqual(['comment', 'post']);
  const coverageOf = async (by: typeof ann, id: string) => ((await by.get(`/campaigns/${id}/coverage`)).json as Coverage).places;
  expect((await coverageOf(ann, postsOnly)).map(streamName)).toEqual([name]);
  expect((await coverageOf(eve, withComments)).map(streamName)).toEqual([name, `${name}, comments`]);
  instance.state.handle = (_, response) => void response.writeHead(500).end();
  server.clock.now += hour;
  await run();
  expect(((await eve.get('/dashboard')).json as Dashboard).monitored.problems.map((problem) => problem.name)).toEqual([name]);
});

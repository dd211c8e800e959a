import { expect, onTestFinished, test } from 'vitest';
import { postListQuery } from '#shared/posts.ts';
import type { CampaignInput } from '#shared/campaigns.ts';
import type { Trial } from '#shared/trials.ts';
import { invoicing, makeItem, makeUser } from '#test/support/factories.ts';
import { startFakeDiscourse } from '#test/support/fakes/discourse.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { rss } from '#test/support/fakes/feed.ts';
import { page } from '#test/support/fakes/site.ts';
import { startFakeStackExchange } from '#test/support/fakes/stack-exchange.ts';
import { makeCore } from '#test/support/make-core.ts';
import { type Hit, keptOf, rowOfFetched } from './preview-hits.ts';

const [hour, day] = [3_600_000, 86_400_000];
const start = Date.UTC(2026, 10, 21, 9);
const byText = (a: string, b: string): number => a.localeCompare(b);
const never = new AbortController().signal;
const want = (where: string) =>
  `<p>I am looking for an invoicing tool with payment reminders as soon as possible. Which one do you recommend in ${where}? My budget is $20 a month.</p>`;

/** A core with three sites on loopback, and a campaign that would read all of them. */
async function open({ trialMs = 20_000 } = {}) {
  const now = () => start;
  const stack = await startFakeStackExchange(now);
  const forum = await startFakeDiscourse(now);
  const hackerNews = await startFakeHackerNews(now);
  const made = await makeCore(
    {
      stackExchange: { url: stack.url },
      hackerNews: hackerNews.config.hackerNews,
      security: { allowPrivateHosts: [stack.host, forum.host, hackerNews.host] },
    },
    { start, discovery: { trialMs } },
  );
  onTestFinished(() => made.close());
  const ann = await makeUser(made.core, 'ann');
  const streams: CampaignInput['streams'] = [
    { kind: 'stackexchange', name: 'softwarerecs' },
    { kind: 'discourse', name: forum.url },
    { kind: 'hackernews', name: 'Hacker News' },
  ];
  const fields = invoicing({ streams });
  const { trials } = made.core.discovery.pipeline;
  const tryOut = async (actor = ann, update: Partial<CampaignInput> = fields, signal = never): Promise<Trial[]> =>
    Array.fromAsync(await trials.open(actor, update, signal));
  const requests = () => stack.requests.length + forum.requests.length + hackerNews.requests.length;
  return { ...made, ann, stack, forum, hackerNews, fields, streams, tryOut, requests };
}

test('finds what people ask right now on every source, best first, step by step, and stores nothing', async () => {
  const { core, stack, forum, hackerNews, tryOut } = await open();
  stack.add({ title: 'Looking for invoicing software with reminders', body: want('this site'), at: start - hour });
  stack.add({ title: 'Looking for invoicing software, too', body: want('times of old'), at: start - 40 * day });
  stack.add({ title: 'A window manager for two screens', body: '<p>I want tiling.</p>' });
  forum.add({ title: 'Which invoicing tool?', body: want('our dear forum'), at: start - 3 * day });
  hackerNews.add({ title: 'Ask HN: invoicing software?', text: want('this forum of hackers') });
  const steps = await tryOut();
  expect(steps[0]).toMatchObject({
    isDone: false,
    considered: 0,
    streams: [{ state: 'reading' }, { state: 'reading' }, { state: 'reading' }],
  });
  expect(steps.length).toBeGreaterThan(4);
  const last = steps.at(-1);
  expect(last).toMatchObject({ isDone: true, considered: 4, matched: 3, today: 2, leads: 2 });
  expect(last?.streams.map(({ name, state, items }) => [name, state, items])).toEqual([
    ['Hacker News', 'read', 1],
    ['softwarerecs.stackexchange.com', 'read', 2],
    [forum.url, 'read', 1],
  ]);
  expect(last?.best.map(({ origin }) => origin).toSorted(byText)).toEqual(['discourse', 'hackernews', 'stackexchange']);
  expect(last?.best[0]).toMatchObject({ reason: expect.stringMatching(/\S/), evidence: expect.arrayContaining([expect.anything()]) });
  expect(await core.db('items').count({ n: '*' })).toEqual([{ n: 0 }]);
});

test('shows what has no date, and a topic that is little more than its title', async () => {
  const { ann, forum, tryOut } = await open();
  forum.state.handle = page(rss('Money talk', [{ id: 'a', title: 'Which invoicing tool?', text: want('our feed'), author: 'ann' }]));
  const [last] = (await tryOut(ann, invoicing({ streams: [{ kind: 'feed', name: `${forum.url}/feed.xml` }] }))).slice(-1);
  expect(last).toMatchObject({ considered: 1, matched: 1, today: 0, best: [{ origin: 'feed', createdAt: null }] });
  forum.state.handle = null;
  const title =
    'Looking for invoicing software with payment reminders as soon as possible, which one do you recommend for a studio of three?';
  forum.add({ title, body: '<p>Thanks!</p>', at: start - hour });
  const [next] = (await tryOut(ann, invoicing({ streams: [{ kind: 'discourse', name: forum.url }] }))).slice(-1);
  expect(next).toMatchObject({ considered: 1, matched: 1 });
});

test('of what was not read together with the campaign, nothing is a lead or stands above what was', () => {
  const hitOf = (number: number, score: number): Hit => {
    const item = makeItem(number, start);
    const result = { score, exactScore: score, merit: score, decision: 'lead' as const };
    return { item, row: rowOfFetched(item), stored: null, result: result as Hit['result'] };
  };
  const hits = { read: [hitOf(1, 80), hitOf(2, 30.4)], unread: [hitOf(3, 95), hitOf(4, 20)] };
  const kept = keptOf(hits, { leadThreshold: 70, leadsPerDay: 5 }, start);
  expect(kept.map(({ result }) => [result.exactScore, result.score, result.decision])).toEqual([
    [80, 80, 'lead'],
    [30.4, 30.4, 'lead'],
    [30.4, 30, 'post'],
    [20, 20, 'post'],
  ]);
});

test('names a source that is down and one that hangs, and shows what the others have', async () => {
  const { stack, forum, hackerNews, tryOut } = await open({ trialMs: 1500 });
  stack.add({ title: 'Looking for invoicing software with reminders', body: want('this site') });
  forum.state.handle = () => undefined;
  hackerNews.state.isSearchDown = true;
  const steps = await tryOut();
  expect(steps.at(-1)).toMatchObject({
    isDone: true,
    matched: 1,
    streams: [
      { name: 'Hacker News', state: 'failed', error: 'Algolia answered with status 503.' },
      { name: 'softwarerecs.stackexchange.com', state: 'read' },
      { name: forum.url, state: 'slow', error: 'No answer within 2 seconds.' },
    ],
  });
  const before = steps.findIndex(({ best }) => best.length > 0);
  expect(
    steps[before]?.streams.some(({ state }) => state === 'reading'),
    'the first comes before the slow one is given up',
  ).toBe(true);
});

test('asks a forum for few topics, those first whose titles fit', async () => {
  const { forum, tryOut, ann, streams } = await open();
  for (let n = 0; n < 40; n += 1) forum.add({ title: `A walk in wood number ${n}`, body: '<p>Birds.</p>', at: start - hour });
  forum.add({ title: 'Which invoicing tool do you use?', body: want('our dear forum'), at: start - 9 * day });
  const steps = await tryOut(ann, invoicing({ streams: streams.slice(1, 2) }));
  expect(steps.at(-1)).toMatchObject({ matched: 1, considered: 12 });
  expect(forum.requests.filter(({ path }) => path.startsWith('/t/'))).toHaveLength(12);
});

test('asks nothing again for a changed rule, but for another user', async () => {
  const { core, clock, ann, fields, stack, tryOut, requests } = await open();
  stack.add({ title: 'Looking for invoicing software with reminders', body: want('this site') });
  await tryOut();
  const first = requests();
  const [step] = (await tryOut(ann, { ...fields, rules: [{ text: 'nothing like it' }] })).slice(-1);
  expect(step).toMatchObject({ considered: 1 });
  expect(requests()).toBe(first);
  await tryOut(await makeUser(core, 'bob'));
  expect(requests()).toBe(2 * first);
  clock.now += 6 * 60_000;
  await tryOut();
  expect(requests()).toBe(3 * first);
});

test('refuses faulty rules, and a user whose trials asked for many streams', async () => {
  const { ann, stack, tryOut, streams } = await open();
  stack.state.handle = (_, response) => void response.writeHead(429).end();
  await expect(tryOut(ann, invoicing({ rules: [{ text: '(invoice' }] }))).rejects.toMatchObject({ code: 'invalid' });
  const many = Array.from({ length: 30 }, (_, n) => ({ kind: 'stackexchange' as const, name: `site${n}` }));
  for (let n = 0; n < 10; n += 1) await tryOut(ann, invoicing({ streams: many.map(({ kind, name }) => ({ kind, name: `${name}-${n}` })) }));
  await expect(tryOut(ann, invoicing({ streams }))).rejects.toMatchObject({ code: 'too_many', retryAfter: 600 });
});

test('says once that Reddit is off, ends at once without any source, and counts nothing as asked', async () => {
  const { ann, tryOut } = await open();
  const closed = Array.from({ length: 60 }, (_, n) => ({ kind: 'subreddit' as const, name: `sub${n}` }));
  for (let n = 0; n < 5; n += 1) await tryOut(ann, invoicing({ streams: closed }));
  const [last] = (await tryOut(ann, invoicing({ streams: closed }))).slice(-1);
  expect(last).toMatchObject({
    isDone: true,
    streams: [{ source: 'reddit', name: 'Reddit', state: 'off', error: expect.stringContaining('Reddit') }],
  });
});

test('stops asking when nobody waits any more', async () => {
  const { forum, ann, fields, tryOut } = await open();
  const control = new AbortController();
  forum.state.handle = () => control.abort(new Error('gone'));
  await expect(tryOut(ann, fields, control.signal)).rejects.toThrow('gone');
});

test("keeps what was found in the new campaign at once, with its user's feedback, and the run adds no second copy", async () => {
  const { core, ann, fields, stack, forum, hackerNews, tryOut } = await open();
  stack.add({ title: 'Looking for invoicing software with reminders', body: want('this site') });
  forum.add({ title: 'Which invoicing tool?', body: want('our dear forum') });
  hackerNews.add({ title: 'Ask HN: invoicing software?', text: want('this forum of hackers') });
  const best = (await tryOut()).at(-1)?.best ?? [];
  const campaign = await core.inbox.campaigns.create(ann, fields);
  const verdictOf = (origin: string) =>
    origin === 'discourse' ? { verdict: 'wrong' as const } : origin === 'hackernews' ? { verdict: 'right' as const } : {};
  const items = best.map(({ fullname, origin }) => ({ fullname, ...verdictOf(origin) }));
  const { search, pipeline } = core.discovery;
  expect(await search.keepTried(ann, campaign.id, [...items, { fullname: 'se_unknown.1' }])).toEqual({
    kept: 3,
    missing: ['se_unknown.1'],
  });
  const list = async () => (await core.inbox.posts.list(ann, postListQuery.parse({ status: 'all' }))).items;
  const shown = async () =>
    (await list()).map(({ origin, status, feedback }) => `${origin}: ${status}, ${feedback?.verdict ?? 'unrated'}`).toSorted(byText);
  const expected = ['discourse: new, wrong', 'hackernews: lead, right', 'stackexchange: lead, unrated'];
  expect(await shown()).toEqual(expected);
  expect((await search.keepTried(ann, campaign.id, items)).kept).toBe(3);
  const [gone = ''] = best.flatMap(({ fullname, origin }) => (origin === 'discourse' ? [fullname] : []));
  const next = await core.inbox.campaigns.create(ann, { ...fields, name: 'Next' });
  await core.db('items').where({ fullname: gone }).update({ gone: 'deleted' });
  expect(await search.keepTried(ann, next.id, items)).toEqual({ kept: 2, missing: [gone] });
  await core.db('items').where({ fullname: gone }).update({ gone: null });
  await core.inbox.campaigns.remove(ann, next.id);
  await pipeline.runNow(ann, campaign.id);
  await pipeline.settled();
  expect(await shown()).toEqual(expected);
});

test("keeps nothing of another user's trial, of a stream that the campaign doesn't read, or after half an hour", async () => {
  const { core, clock, ann, fields, streams, stack, tryOut } = await open();
  stack.add({ title: 'Looking for invoicing software with reminders', body: want('this site') });
  const [found] = (await tryOut()).at(-1)?.best ?? [];
  const items = [{ fullname: found?.fullname ?? '' }];
  const bob = await makeUser(core, 'bob');
  const { search } = core.discovery;
  const make = async (actor: typeof ann, change = {}) => (await core.inbox.campaigns.create(actor, { ...fields, ...change })).id;
  expect((await search.keepTried(bob, await make(bob), items)).kept).toBe(0);
  expect((await search.keepTried(ann, await make(ann, { streams: streams.slice(1) }), items)).kept).toBe(0);
  await expect(search.keepTried(bob, await make(ann), items)).rejects.toMatchObject({ code: 'not_found' });
  clock.now += 31 * 60_000;
  expect((await search.keepTried(ann, await make(ann), items)).kept).toBe(0);
});

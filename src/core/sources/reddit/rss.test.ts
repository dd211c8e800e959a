import { describe, expect, it } from 'vitest';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { openTransport, posts, stateOf } from '#test/support/fakes/reddit/transport.ts';
import type { Stream } from '#core/reddit/stream.ts';

const minute = 60_000;
/** Like the real one, this Reddit refuses a feed that is requested too early. */
const openFeeds = (options = {}, changes = {}) =>
  openTransport({ rssIntervalMs: minute, ...options }, { clientId: '', source: 'rss', ...changes });
type Transport = Awaited<ReturnType<typeof openFeeds>>;

const feedCalls = ({ reddit }: Transport) => reddit.requests.filter(({ path }) => path.endsWith('.rss'));
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('reading feeds', () => {
  it('fetches many subreddits in one feed, with text and titles unchanged', async () => {
    const transport = await openFeeds();
    const one = transport.reddit.world.post({
      subreddit: 'SaaS',
      title: 'R&D <help>',
      text: "Don't know\n\nwhat to <buy> & why",
      author: 'ann',
    });
    const two = transport.reddit.world.post({ subreddit: 'startups', title: 'Look', url: 'https://example.com/x' });
    const readings = await transport.round(posts('SaaS', 'startups'));
    expect(readings.get('posts:saas')).toMatchObject({
      items: [
        {
          fullname: one,
          title: 'R&D <help>',
          body: "Don't know\n\nwhat to <buy> & why",
          author: 'ann',
          url: null,
          score: null,
          permalink: expect.stringContaining('/r/SaaS/comments/'),
        },
      ],
    });
    expect(readings.get('posts:startups')).toMatchObject({ items: [{ fullname: two, body: '', url: 'https://example.com/x' }] });
    expect(feedCalls(transport).map(({ path, query }) => [path, query.get('limit')])).toEqual([['/r/SaaS+startups/new/.rss', '100']]);
  });

  it('reads comments with the titles of their threads, and searches', async () => {
    const transport = await openFeeds();
    const post = transport.reddit.world.post({ subreddit: 'a', title: 'Which CRM?' });
    const comment = transport.reddit.world.comment({ on: post, text: 'I need one', author: 'bob' });
    const streams: Stream[] = [
      { kind: 'comments', name: 'a' },
      { kind: 'search', name: '"which crm"' },
    ];
    const first = await transport.round(streams);
    transport.clock.advance(minute);
    const second = await transport.round(streams);
    const good = [...first.values(), ...second.values()].filter((reading) => reading.state === 'ok' && reading.items.length > 0);
    expect(good).toMatchObject([
      {
        stream: { kind: 'comments' },
        items: [{ fullname: comment, title: 'Which CRM?', body: 'I need one', author: 'bob', linkFullname: post }],
      },
      { stream: { kind: 'search' }, items: [{ fullname: post }] },
    ]);
  });

  it('never sends two requests within the interval, and fetches every group in turn', async () => {
    const transport = await openFeeds();
    const names = many(180, 'community');
    for (const name of names) transport.reddit.world.post({ subreddit: name });
    const served = new Map<string, number>();
    const states = new Set<unknown>();
    for (let step = 0; step < 36; step++) {
      for (const [key, reading] of await transport.round(posts(...names))) {
        states.add(stateOf(reading));
        if (reading.state === 'ok') served.set(key, (served.get(key) ?? 0) + 1);
      }
      transport.clock.advance(minute / 3);
    }
    const calls = feedCalls(transport);
    const gaps = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute);
    expect(states).toEqual(new Set(['ok', 'limited']));
    expect(served.size).toBe(180);
    const counts = [...served.values()];
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(transport.round.arrivals.size).toBe(180);
  });

  it("reports when streams it didn't reach will be fetched", async () => {
    const transport = await openFeeds();
    const readings = await transport.round([...posts('a'), { kind: 'comments', name: 'a' }, { kind: 'search', name: 'x' }]);
    const waits = [...readings.values()].flatMap((reading) =>
      reading.state === 'failed' && /turn/.test(reading.error) ? [(reading.retryAt ?? 0) - transport.clock.now()] : [],
    );
    expect(waits).toEqual([minute, 2 * minute]);
  });

  it('finds the bad name in a group over several rounds, and keeps reading the others', async () => {
    const transport = await openFeeds();
    const names = many(15, 'good');
    for (const name of names) transport.reddit.world.post({ subreddit: name });
    transport.reddit.world.community('shut', { state: 'banned' });
    const streams = posts(...names, 'shut');
    for (let step = 0; step < 12; step++) {
      await transport.round(streams);
      transport.clock.advance(minute);
    }
    expect(transport.round.arrivals.size).toBe(15);
    const readings = await transport.round(streams);
    expect(stateOf(readings.get('posts:shut'))).toBe('banned');
    expect(new Set(names.map((name) => stateOf(readings.get(`posts:${name}`))))).toEqual(new Set(['ok']));
    expect(feedCalls(transport).at(-1)?.path.split('+')).toHaveLength(15);
  });

  it("doesn't mistake an inaccessible member's silence for nothing new", async () => {
    const transport = await openFeeds({ badMember: 'is left out' });
    transport.reddit.world.post({ subreddit: 'busy' });
    transport.reddit.world.community('quiet');
    transport.reddit.world.community('shut', { state: 'private' });
    const streams = posts('busy', 'quiet', 'shut');
    const seen: unknown[] = [];
    for (let step = 0; step < 12; step++) {
      const readings = await transport.round(streams);
      seen.push(stateOf(readings.get('posts:shut')));
      transport.clock.advance(minute);
    }
    expect(seen).not.toContain('ok');
    const last = await transport.round(streams);
    expect([stateOf(last.get('posts:quiet')), stateOf(last.get('posts:shut'))]).toEqual(['ok', 'private']);
  });

  it('reports a gap when more was posted than a feed contains', async () => {
    const transport = await openFeeds();
    const first = transport.clock.now();
    transport.reddit.world.post({ subreddit: 'a' });
    await transport.round(posts('a'));
    for (let index = 0; index < 300; index++) {
      transport.clock.advance(minute);
      transport.reddit.world.post({ subreddit: 'a', title: `${index}` });
    }
    const reading = (await transport.round(posts('a'))).get('posts:a');
    expect(reading).toMatchObject({ state: 'ok', gap: { from: first, to: first + 201 * minute } });
  });
});

describe('refusals by Reddit', () => {
  it("waits as long as a 429 asks, and twice as long each time it doesn't say", async () => {
    const transport = await openFeeds();
    const { clock, reddit, live } = transport;
    reddit.world.post({ subreddit: 'a' });
    const waitAfter = async (refusal: ReturnType<typeof fault.tooMany>) => {
      reddit.faults.add({ times: 1, fault: refusal });
      const reading = (await transport.round(posts('a'))).get('posts:a');
      expect(stateOf(reading)).toBe('limited');
      const until = reading?.state === 'failed' ? (reading.retryAt ?? 0) : 0;
      expect(live.status()).toMatchObject({ state: 'waiting', until });
      const calls = feedCalls(transport).length;
      await transport.round(posts('a'));
      expect(feedCalls(transport)).toHaveLength(calls);
      const wait = until - clock.now();
      clock.advance(wait);
      return wait;
    };
    expect(await waitAfter(fault.tooMany({ 'x-ratelimit-reset': '97' }))).toBe(97_000);
    expect(await waitAfter(fault.tooMany({ 'retry-after': '240' }))).toBe(240_000);
    expect(await waitAfter(fault.tooMany())).toBe(4 * minute * 1.125);
    expect(await waitAfter(fault.tooMany())).toBe(8 * minute * 1.125);
    expect(stateOf((await transport.round(posts('a'))).get('posts:a'))).toBe('ok');
  });

  it.each([
    ['forbidden', fault.blocked()],
    ['unreachable', fault.serverError()],
    ['unreachable', fault.drop()],
    ['broken', fault.cut()],
    ['broken', fault.webPage()],
  ])('reports %s for the whole group without blaming one of its names', async (state, broken) => {
    const transport = await openFeeds();
    transport.reddit.world.post({ subreddit: 'a' });
    transport.reddit.world.post({ subreddit: 'b' });
    transport.reddit.faults.add({ times: 1, fault: broken });
    expect([...(await transport.round(posts('a', 'b'))).values()].map(stateOf)).toEqual([state, state]);
    transport.clock.advance(minute);
    expect([...(await transport.round(posts('a', 'b'))).values()].map(stateOf)).toEqual(['ok', 'ok']);
    expect(feedCalls(transport)).toHaveLength(2);
  });

  it('never follows a redirect', async () => {
    const transport = await openFeeds();
    transport.reddit.faults.add({ fault: fault.redirect(`${transport.reddit.url}/r/elsewhere/new/.rss`), times: 1 });
    expect(stateOf((await transport.round(posts('a'))).get('posts:a'))).toBe('broken');
    expect(transport.reddit.requests).toHaveLength(1);
  });
});

it('sends the private feed token with every feed, and allows a shorter interval in the configuration', async () => {
  const transport = await openFeeds({ rssIntervalMs: 2000 }, { feedToken: 'ann:s3cret', rssIntervalMs: 2000 });
  const names = many(120, 'c');
  for (const name of names) transport.reddit.world.post({ subreddit: name });
  const readings = await transport.round(posts(...names));
  expect(new Set([...readings.values()].map(stateOf))).toEqual(new Set(['ok']));
  expect(feedCalls(transport).length).toBeGreaterThan(1);
  for (const { query } of feedCalls(transport)) expect([query.get('user'), query.get('feed')]).toEqual(['ann', 's3cret']);
});

it.each(['ann:0123456789abcdef0123', '0123456789abcdef0123:ann', 'https://www.reddit.com/.rss?feed=0123456789abcdef0123&user=ann'])(
  'accepts the feed token written as %s',
  async (feedToken) => {
    const transport = await openFeeds({}, { feedToken });
    await transport.round(posts('a'));
    const query = feedCalls(transport)[0]?.query;
    expect([query?.get('user'), query?.get('feed')]).toEqual(['ann', '0123456789abcdef0123']);
  },
);

it("reads a pasted link by its thread's feed, and reports when that has to wait", async () => {
  const transport = await openFeeds();
  const post = transport.reddit.world.post({ subreddit: 'a', title: 'Which CRM?' });
  const comment = transport.reddit.world.comment({ on: post });
  const url = `https://redd.it/${post.slice(3)}`;
  const { signal } = new AbortController();
  expect((await transport.sources.paste.read({ url }, signal)).map(({ fullname }) => fullname)).toEqual([post, comment]);
  await expect(transport.sources.paste.read({ url }, signal)).rejects.toMatchObject({ code: 'too_many', retryAfter: 60 });
});

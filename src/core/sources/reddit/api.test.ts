import { describe, expect, it } from 'vitest';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { openTransport, posts, stateOf } from '#test/support/fakes/reddit/transport.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';

const minute = 60_000;
const listingCalls = (paths: string[]) => paths.filter((path) => /\/(new|comments)$/.test(path));

describe('reads sixty subreddits, one banned, one private, one misspelled, during five minutes of 429', () => {
  it('reads every reachable post exactly once and reports the state of each stream', async () => {
    const { clock, reddit, round } = await openTransport();
    const names = Array.from({ length: 57 }, (_, index) => `open${index}`);
    for (const name of names) reddit.world.community(name);
    reddit.world.community('closed_banned', { state: 'banned' });
    reddit.world.community('closed_private', { state: 'private' });
    const streams = posts(...names, 'closed_banned', 'closed_private', 'mispelt');
    const published: string[] = [];
    const publish = (count: number) => {
      for (let index = 0; index < count; index++) {
        published.push(reddit.world.post({ subreddit: names[(index * 7) % names.length] ?? '', title: `Post ${published.length}` }));
        clock.advance(1000);
      }
    };
    const expectStates = (readings: Map<string, Reading>, open: string) => {
      expect(readings.size).toBe(60);
      expect(['closed_banned', 'closed_private', 'mispelt'].map((name) => stateOf(readings.get(`posts:${name}`)))).toEqual([
        'banned',
        'private',
        'missing',
      ]);
      expect(new Set(names.map((name) => stateOf(readings.get(`posts:${name}`))))).toEqual(new Set([open]));
    };
    const readAndPublish = async () => {
      expectStates(await round(streams), 'ok');
      publish(120);
      clock.advance(10 * minute);
    };
    publish(150);
    await readAndPublish();
    await readAndPublish();

    reddit.faults.add({ fault: fault.tooMany({ 'retry-after': '300' }), until: clock.now() + 5 * minute });
    const limited = await round(streams);
    expectStates(limited, 'limited');
    expect(limited.get('posts:open1')).toMatchObject({ retryAt: clock.now() + 5 * minute });
    const calls = reddit.requests.length;
    expectStates(await round(streams), 'limited');
    expect(reddit.requests.length).toBe(calls);

    clock.advance(5 * minute);
    await readAndPublish();
    await readAndPublish();
    await round(streams);
    expect([...round.arrivals.keys()].toSorted()).toEqual(published.toSorted());
    expect(new Set(round.arrivals.values())).toEqual(new Set([1]));
  });

  it("doesn't request a bad name again for hours, and fetches it once it becomes accessible", async () => {
    const { clock, reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'good' });
    reddit.world.community('shut', { state: 'private' });
    const streams = posts('good', 'shut', 'mispelt');
    await round(streams);
    const before = reddit.requests.length;
    expect(stateOf((await round(streams)).get('posts:mispelt'))).toBe('missing');
    expect(reddit.requests.slice(before).map(({ path }) => path)).toEqual(['/r/good/new']);
    reddit.world.community('shut', { state: 'public' });
    reddit.world.post({ subreddit: 'shut', title: 'open again' });
    clock.advance(7 * 60 * minute);
    expect(stateOf((await round(streams)).get('posts:shut'))).toBe('ok');
  });

  it('distinguishes a private subreddit that its group leaves out from a quiet one', async () => {
    const { reddit, round } = await openTransport({ badMember: 'is left out' });
    reddit.world.post({ subreddit: 'busy' });
    reddit.world.community('quiet');
    reddit.world.community('shut', { state: 'private' });
    reddit.world.community('warned', { state: 'quarantined' });
    const readings = await round(posts('busy', 'quiet', 'shut', 'warned', 'mispelt'));
    expect(Object.fromEntries([...readings].map(([key, reading]) => [key, stateOf(reading)]))).toEqual({
      'posts:busy': 'ok',
      'posts:quiet': 'ok',
      'posts:shut': 'private',
      'posts:warned': 'quarantined',
      'posts:mispelt': 'missing',
    });
    expect(readings.get('posts:quiet')).toMatchObject({ items: [], newest: null, gap: null });
  });
});

describe('reading back to known items', () => {
  it('reads pages until they overlap with known items, and never uses `before`', async () => {
    const { clock, reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'busy', title: 'old' });
    await round(posts('busy'));
    clock.advance(2 * 60 * minute);
    for (let index = 0; index < 250; index++) {
      reddit.world.post({ subreddit: 'busy', title: `new ${index}` });
      clock.advance(1000);
    }
    const reading = (await round(posts('busy'))).get('posts:busy');
    expect(reading).toMatchObject({ state: 'ok', gap: null });
    expect(reading?.state === 'ok' && reading.items.length).toBe(250);
    expect(reddit.requests.every(({ query }) => !query.has('before') && (query.get('raw_json') === '1' || !query.has('limit')))).toBe(true);
  });

  it('reports a gap when the listing ends before it reaches known items', async () => {
    const { clock, reddit, round } = await openTransport();
    const first = clock.now();
    reddit.world.post({ subreddit: 'flood' });
    await round(posts('flood'));
    for (let index = 0; index < 1100; index++) {
      clock.advance(10_000);
      reddit.world.post({ subreddit: 'flood', title: `${index}` });
    }
    const reading = (await round(posts('flood'))).get('posts:flood');
    expect(reading?.state === 'ok' && reading.items.length).toBe(1000);
    expect(reading).toMatchObject({ gap: { from: first, to: first + 101 * 10_000 } });
    expect(listingCalls(reddit.requests.map(({ path }) => path))).toHaveLength(11);
  });

  it("doesn't page back days for a quiet stream of a group that was already read to the end", async () => {
    const { clock, reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'quiet' });
    clock.advance(72 * 60 * minute);
    for (let index = 0; index < 400; index++)
      reddit.world.post({ subreddit: 'busy', title: `${index}`, createdAt: clock.now() - (400 - index) * 5 * minute });
    await round(posts('quiet', 'busy'));
    const before = reddit.requests.length;
    clock.advance(10 * minute);
    const readings = await round(posts('quiet', 'busy'));
    expect(reddit.requests.length - before).toBe(1);
    expect([...readings.values()].map((reading) => reading.state === 'ok' && reading.gap)).toEqual([null, null]);
  });

  it('continues when the item that a page starts after has vanished', async () => {
    const { clock, reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'a' });
    await round(posts('a'));
    clock.advance(3 * 60 * minute);
    const names = Array.from({ length: 180 }, (_, index) => reddit.world.post({ subreddit: 'a', title: `${index}` }));
    const anchor = names.at(-100) ?? '';
    const vanish = fault.meanwhile(() => reddit.world.setGone(anchor, 'deleted'));
    reddit.faults.add({ times: 1, fault: vanish, when: ({ query }) => query.get('after') === anchor });
    const reading = (await round(posts('a'))).get('posts:a');
    expect(reading?.state === 'ok' && reading.items.map(({ fullname }) => fullname).toSorted()).toEqual(names.toSorted());
  });

  it('stops at a cursor that repeats', async () => {
    const { clock, reddit, round } = await openTransport();
    const name = reddit.world.post({ subreddit: 'a' });
    const child = { kind: 't3', data: { name, subreddit: 'a', created_utc: clock.now() / 1000, title: 'x' } };
    reddit.faults.add({
      fault: fault.json(200, { kind: 'Listing', data: { after: name, children: [child] } }),
      when: ({ path }) => path === '/r/a/new',
    });
    const reading = (await round(posts('a'))).get('posts:a');
    expect(reading?.state === 'ok' && reading.items.length).toBe(1);
    expect(listingCalls(reddit.requests.map(({ path }) => path))).toHaveLength(2);
  });

  it('resumes an interrupted read where it stopped, even if newer items are stored', async () => {
    const { clock, reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'a', title: 'first' });
    await round(posts('a'));
    clock.advance(5 * 60 * minute);
    const names = Array.from({ length: 150 }, (_, index) => {
      clock.advance(minute);
      return reddit.world.post({ subreddit: 'a', title: `${index}` });
    });
    reddit.faults.add({ times: 3, fault: fault.serverError(), when: ({ query }) => query.has('after') });
    const broken = (await round(posts('a'))).get('posts:a');
    expect(broken).toMatchObject({ state: 'ok', gap: { from: expect.any(Number) } });
    await round(posts('a'));
    expect(names.every((name) => round.arrivals.get(name) === 1)).toBe(true);
  });
});

describe('failures', () => {
  it.each([
    ['a cut reply', fault.cut(), 1],
    ['a dropped connection', fault.drop(), 1],
    ['a connection that ends inside the body', fault.drop(true), 1],
    ['a 503', fault.serverError(503), 2],
    ['a web page with status 200', fault.webPage(), 2],
    ['an expired token', fault.unauthorized(), 1],
  ])('retries after %s', async (_, broken, times) => {
    const { reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'a' });
    reddit.faults.add({ fault: broken, times, when: ({ path }) => path === '/r/a/new' });
    expect(stateOf((await round(posts('a'))).get('posts:a'))).toBe('ok');
    expect(listingCalls(reddit.requests.map(({ path }) => path))).toHaveLength(times + 1);
  });

  it.each([
    ['broken', fault.cut(), 3],
    ['unreachable', fault.serverError(502), 3],
    ['forbidden', fault.blocked(), 1],
    ['forbidden', fault.forbidden(), 1],
    ['unauthorized', fault.unauthorized(), 2],
  ])('reports %s after a limited number of retries', async (state, broken, calls) => {
    const { reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'a' });
    reddit.faults.add({ fault: broken, when: ({ path }) => path === '/r/a/new' });
    expect(stateOf((await round(posts('a'))).get('posts:a'))).toBe(state);
    expect(listingCalls(reddit.requests.map(({ path }) => path))).toHaveLength(calls);
  });

  it('never follows a redirect', async () => {
    const { reddit, round } = await openTransport();
    reddit.world.post({ subreddit: 'elsewhere' });
    reddit.faults.add({ fault: fault.redirect(`${reddit.url}/r/elsewhere/new`), when: ({ path }) => path === '/r/a/new' });
    expect(stateOf((await round(posts('a'))).get('posts:a'))).toBe('broken');
    expect(reddit.requests.some(({ path }) => path === '/r/elsewhere/new')).toBe(false);
  });

  it('stops calling Reddit while it is down, and reports until when', async () => {
    const { clock, reddit, live, round } = await openTransport();
    reddit.faults.add({ fault: fault.serverError() });
    const streams: Stream[] = Array.from({ length: 10 }, (_, index) => ({ kind: 'search', name: `words ${index}` }));
    await round(streams);
    const down = reddit.requests.length;
    const readings = await round(streams);
    expect(reddit.requests.length).toBe(down);
    expect([...readings.values()].map(stateOf)).toEqual(Array(10).fill('unreachable'));
    expect(live.status()).toMatchObject({ state: 'failing' });
    reddit.faults.clear();
    clock.advance(minute + 1);
    expect(new Set([...(await round(streams)).values()].map(stateOf))).toEqual(new Set(['ok']));
    expect(live.status()).toMatchObject({ state: 'ok' });
  });

  it('stops when aborted', async () => {
    const { reddit, round } = await openTransport();
    const control = new AbortController();
    reddit.faults.add({ fault: fault.slow(60_000) });
    setTimeout(() => control.abort(new Error('enough')), 50);
    await expect(round(posts('a'), control.signal)).rejects.toThrow('enough');
  });
});

describe('comments, searches, and rechecks', () => {
  it("reads a group's comments with the titles of their threads", async () => {
    const { reddit, round } = await openTransport();
    const post = reddit.world.post({ subreddit: 'a', title: 'Which CRM?' });
    const comment = reddit.world.comment({ on: post, text: 'I need one & soon <really>' });
    const reading = (await round([{ kind: 'comments', name: 'a' }])).get('comments:a');
    expect(reading).toMatchObject({
      items: [{ fullname: comment, kind: 'comment', title: 'Which CRM?', body: 'I need one & soon <really>', linkFullname: post }],
    });
  });

  it('searches all of Reddit with the query unchanged', async () => {
    const { reddit, round } = await openTransport();
    const post = reddit.world.post({ subreddit: 'far', title: 'C++ and "R&D" help' });
    const reading = (await round([{ kind: 'search', name: '"R&D" c++' }])).get('search:"r&d" c++');
    expect(reading).toMatchObject({ state: 'ok', items: [{ fullname: post }] });
    expect(reddit.requests.at(-1)?.query.get('q')).toBe('"R&D" c++');
  });

  it('distinguishes deleted and removed items, deleted accounts, and vanished items, a hundred items per call', async () => {
    const { reddit, live } = await openTransport();
    const names = Array.from({ length: 250 }, (_, index) => reddit.world.post({ subreddit: 'a', author: `u${index}` }));
    const [deleted = '', removed = '', vanished = ''] = names;
    reddit.world.setGone(deleted, 'deleted');
    reddit.world.setGone(removed, 'removed');
    reddit.world.setGone(vanished, 'vanished');
    reddit.world.deleteAccount('u9');
    const result = await live.recheck?.([...names, 't3_xabcdefabcdefabcdefab'], new AbortController().signal);
    expect(result?.size).toBe(250);
    expect([deleted, removed, vanished, names[9] ?? '', names[10] ?? ''].map((name) => result?.get(name)?.gone)).toEqual([
      'deleted',
      'removed',
      'missing',
      'account',
      null,
    ]);
    expect(reddit.requests.filter(({ path }) => path === '/api/info')).toHaveLength(3);
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import { agoMs, startFakeBluesky } from '#test/support/fakes/bluesky.ts';
import { describeConformance } from '#test/support/source-conformance.ts';
import type { OtherSource } from '../source.ts';
import { openBluesky } from './bluesky.ts';

const stream: Stream = { kind: 'bluesky', name: 'bsky.app' };

describeConformance('bluesky', openBluesky, async (clock) => {
  const site = await startFakeBluesky(() => clock.now);
  return {
    stream,
    isPlain: true,
    hosts: [site.host],
    config: site.config,
    publish: (text) => site.publish(text),
    remove: (fullname) => site.remove(fullname),
    answerWith: (handle) => {
      site.state.handle = handle;
    },
  };
});

const never = new AbortController().signal;
const [second, hour] = [1000, 3_600_000];

interface Options {
  /** How many servers of the stream there are. */
  servers?: number;
  batchMs?: number;
  matches?: ((item: FetchedItem) => boolean) | null;
}

async function open({ servers: count = 1, matches = () => true, batchMs = 5000 }: Options = {}) {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const servers = await Promise.all(Array.from({ length: count }, () => startFakeBluesky(() => clock.now)));
  const [site] = servers;
  if (!site) throw new Error('no server');
  const client = createGuardedClient({ allowPrivateHosts: servers.map(({ host }) => host), deadlineMs: 3000 });
  onTestFinished(() => client.close());
  const config = parseConfig({ bluesky: { servers: servers.map(({ url }) => url), url: site.url } });
  const restart = (): OtherSource => openBluesky({ config, client, now: () => clock.now, sleep: () => Promise.resolve() }, { batchMs });
  let source = restart();
  let cursor: string | null = null;
  const asked = (signal = never) => ({
    streams: [stream],
    watermarks: new Map([[streamKey(stream), { newest: null, known: new Set<string>(), cursor }]]),
    signal,
    matches: () => Promise.resolve(matches),
  });
  const store = (reading: Reading): void => {
    if (reading.state === 'ok' && reading.cursor !== undefined) ({ cursor } = reading);
  };
  async function read(): Promise<Reading[]> {
    const readings = await Array.fromAsync(source.read(asked()));
    readings.forEach(store);
    return readings;
  }
  return {
    clock,
    site,
    servers,
    source,
    asked,
    store,
    read,
    restart: () => {
      source = restart();
    },
    items: async (): Promise<FetchedItem[]> => itemsOf(await read()),
  };
}

const itemsOf = (readings: readonly Reading[]): FetchedItem[] =>
  readings.flatMap((reading) => (reading.state === 'ok' ? reading.items : []));
const titlesOf = (readings: readonly Reading[]): string[] => itemsOf(readings).map(({ title, body }) => title || body);
const goneIn = (readings: readonly Reading[]): string[] =>
  readings.flatMap((reading) => (reading.state === 'ok' ? (reading.gone ?? []) : []));

test('reads a post as people see it, with the handle of its author and the link that it shows', async () => {
  const { clock, site, items } = await open();
  const external = { uri: 'https://example.com/invoices', title: 'A tool', description: '' };
  const fullname = site.publish({
    title: 'Which tool for <invoices>?',
    body: 'I need one.',
    author: 'ann',
    record: { embed: { $type: 'app.bsky.embed.external', external } },
  });
  const [, place = ''] = fullname.split('bsky_');
  const [did, rkey] = place.split('/');
  expect(await items()).toMatchObject([
    {
      fullname,
      kind: 'post',
      subreddit: 'bsky.app',
      author: 'ann.bsky.social (Bluesky)',
      title: 'Which tool for <invoices>?',
      body: 'I need one.',
      url: 'https://example.com/invoices',
      permalink: `https://bsky.app/profile/${did}/post/${rkey}`,
      createdAt: clock.now - agoMs,
      over18: false,
    },
  ]);
});

test('reads an answer as a comment on the post that it answers, and what is marked as adult as such', async () => {
  const { site, items } = await open();
  const thread = site.publish({ title: 'A thread', author: 'ann' });
  const uri = `at://${thread.replace('bsky_', '').replace('/', '/app.bsky.feed.post/')}`;
  const reply = { root: { uri, cid: 'x' }, parent: { uri, cid: 'x' } };
  site.publish({
    title: 'Me too',
    author: 'bob',
    record: { reply, labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'porn' }] } },
  });
  expect((await items())[1]).toMatchObject({
    kind: 'comment',
    title: '',
    body: 'Me too',
    parentFullname: thread,
    linkFullname: thread,
    over18: true,
  });
});

test('keeps only what a rule matches, and asks for the handles of these alone', async () => {
  const { site, items } = await open({ matches: ({ title }) => title.includes('invoice') });
  for (let n = 0; n < 60; n += 1) site.publish({ title: n % 2 ? `An invoice ${n}` : `Lunch ${n}`, author: `user${n}` });
  expect(await items()).toHaveLength(30);
  const asked = site.requests.filter(({ path }) => path.includes('getProfiles'));
  expect(asked.flatMap(({ path }) => new URLSearchParams(path.split('?')[1]).getAll('actors'))).toHaveLength(30);
});

test('reads nothing, and says why, as long as no campaign has a rule', async () => {
  const { site, read } = await open({ matches: null });
  expect(await read()).toMatchObject([
    { state: 'ok', items: [], error: expect.stringContaining('no active campaign that monitors it has one') },
  ]);
  expect(site.requests).toEqual([]);
});

test('leaves out programs, and people who ask not to be read without signing in', async () => {
  const { site, items } = await open();
  site.label('robot', 'bot');
  site.label('shy', '!no-unauthenticated');
  for (const author of ['robot', 'shy', 'ann']) site.publish({ title: `By ${author}`, author });
  expect((await items()).map(({ title }) => title)).toEqual(['By ann']);
});

test('reads posts whose authors cannot be named at the moment under the ID of the account', async () => {
  const { site, source, asked } = await open();
  const fullname = site.publish({ title: 'Anybody?', author: 'ann' });
  site.serve('/xrpc/app.bsky.actor.getProfiles', (_, response) => void response.writeHead(500).end());
  expect(itemsOf(await Array.fromAsync(source.read(asked())))[0]?.author).toBe(`${fullname.slice(5).split('/')[0]} (Bluesky)`);
});

test('reports what was deleted, and does not read what was written and deleted meanwhile', async () => {
  const { site, read } = await open();
  const kept = site.publish({ title: 'Kept' });
  const gone = site.publish({ title: 'Regretted' });
  expect(titlesOf(await read())).toEqual(['Kept', 'Regretted']);
  site.remove(gone);
  const short = site.publish({ title: 'Short' });
  site.remove(short);
  const readings = await read();
  expect(titlesOf(readings)).toEqual([]);
  expect(goneIn(readings)).toEqual([gone, short]);
  expect(goneIn(readings)).not.toContain(kept);
});

test('goes on a few seconds before it stopped, and reads nothing twice', async () => {
  const { clock, site, read } = await open();
  site.publish({ title: 'One' });
  expect(titlesOf(await read())).toEqual(['One']);
  const stopped = clock.now;
  clock.now += hour;
  site.publish({ title: 'Two' });
  expect(titlesOf(await read())).toEqual(['Two']);
  expect(site.cursors).toEqual([(stopped - 2 * hour) * 1000, expect.any(Number)]);
  expect(stopped * 1000 - (site.cursors[1] ?? 0)).toBeGreaterThanOrEqual(4 * second * 1000);
});

test('loses nothing that comes while the handles of earlier authors are asked for', async () => {
  const { site, source, asked, store, restart, read } = await open({ batchMs: 200 });
  site.publish({ title: 'First', author: 'ann' });
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  site.serve('/xrpc/app.bsky.actor.getProfiles', async (_, response) => {
    held.resolve();
    await release.promise;
    response.writeHead(500).end();
  });
  const reading = source.read({ ...asked(), listenMs: 60_000 })[Symbol.asyncIterator]();
  const next = reading.next();
  await held.promise;
  site.publish({ title: 'Second', author: 'bob' });
  await site.flushed();
  release.resolve();
  const { value } = await next;
  expect(titlesOf([value as Reading])).toEqual(['First']);
  store(value as Reading);
  await reading.return?.();
  restart();
  expect(titlesOf(await read())).toEqual(['Second']);
});

test('goes on with another server when one breaks off in the middle, and rests the one that failed', async () => {
  const { clock, servers, source, asked } = await open({ servers: 2, batchMs: 200 });
  const [one, two] = servers;
  const titles: string[] = [];
  one?.publish({ title: 'One' });
  const stop = new AbortController();
  const reading = (async () => {
    for await (const part of source.read({ ...asked(stop.signal), listenMs: 60_000 })) titles.push(...titlesOf([part]));
  })();
  await expect.poll(() => one?.connections()).toBe(1);
  await one?.flushed();
  two?.publish({ title: 'Two', author: 'bob' });
  one?.drop();
  await expect.poll(() => titles).toEqual(['One', 'Two']);
  expect(two?.cursors[0]).toBeGreaterThanOrEqual((clock.now - hour) * 1000);
  expect(one?.connections()).toBe(0);
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
  await expect.poll(() => two?.connections(), { message: 'the connection is closed' }).toBe(0);
});

test.each([
  ['a message of 6 MB', (site: Fake) => site.send(Buffer.alloc(6_000_000, 'x').toString())],
  ['binary garbage', (site: Fake) => repeat(() => site.send(Buffer.from([0, 255, 3])))],
  ['text that is no JSON', (site: Fake) => repeat(() => site.send('<html>Log in</html>'))],
  [
    'events from 2100',
    (site: Fake) => repeat(() => site.send(JSON.stringify({ did: 'did:plc:abc', time_us: Date.UTC(2100, 0) * 1000, kind: 'commit' }))),
  ],
  ['nothing', () => undefined],
])('fails for a server that sends %s, and reads the next one', async (_, attack) => {
  const { servers, read } = await open({ servers: 2, batchMs: 200 });
  const [bad, good] = servers;
  good?.publish({ title: 'From the other' });
  if (!bad) throw new Error('no server');
  bad.state.isMute = true;
  bad.onOpen(() => attack(bad));
  expect(await read()).toMatchObject([{ state: 'failed', error: expect.stringMatching(/^Bluesky .+\.$/) }]);
  expect(titlesOf(await read())).toEqual(['From the other']);
});
type Fake = Awaited<ReturnType<typeof startFakeBluesky>>;
const repeat = (act: () => void): void => {
  for (let n = 0; n < 120; n += 1) act();
};

test('counts an event that it cannot read, and reads those around it', async () => {
  const { site, read } = await open();
  site.publish({ title: 'Before' });
  site.onOpen(() => site.send('{"did":"nobody"}'));
  site.publish({ title: 'After' });
  const readings = await read();
  expect(titlesOf(readings)).toEqual(['Before', 'After']);
  expect(readings).toMatchObject([{ state: 'ok', refused: 1 }]);
});

test('reports the time that it cannot go back to after a long pause as a gap', async () => {
  const { clock, site, read } = await open();
  site.publish({ title: 'Seen' });
  await read();
  const from = clock.now;
  clock.now += 24 * hour;
  site.publish({ title: 'Now' });
  const [reading] = await read();
  expect(reading).toMatchObject({ state: 'ok', gap: { from, to: clock.now - 6 * hour } });
  expect(titlesOf(reading ? [reading] : [])).toEqual(['Now']);
});

test('keeps 2,000 at once of what a rule for everything matches, and reports the rest as a gap', async () => {
  const { site, read } = await open();
  for (let n = 0; n < 2100; n += 1) site.publish({ title: `Post ${n}` });
  const readings = await read();
  expect(itemsOf(readings)).toHaveLength(2000);
  expect(readings).toMatchObject([{ gap: { from: expect.any(Number), to: expect.any(Number) } }]);
});

import { expect, onTestFinished, test } from 'vitest';
import { fullnameAt, idAt } from '#shared/origin.ts';
import { readForumAddress } from '#shared/stream-names.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { parseConfig } from '#core/platform/config.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { refuse, startFakeDiscourse } from '#test/support/fakes/discourse.ts';
import { page } from '#test/support/fakes/site.ts';
import { describeConformance } from '#test/support/source-conformance.ts';
import { openDiscourse } from './discourse.ts';

describeConformance('discourse', openDiscourse, async (clock) => {
  const [forum, other] = [await startFakeDiscourse(() => clock.now), await startFakeDiscourse(() => clock.now)];
  return {
    stream: { kind: 'discourse', name: forum.url },
    other: { kind: 'discourse', name: other.url },
    hosts: [forum.host, other.host],
    publish: (text) => fullnameAt('discourse', `${forum.url}/t/${forum.add(text)}`),
    remove: (fullname) => forum.remove(Number(idAt('discourse', fullname)?.split('/').at(-1))),
    answerWith: (handle) => {
      forum.state.handle = handle;
    },
  };
});

const signal = new AbortController().signal;
const hour = 3_600_000;

async function open(path = '') {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const forum = await startFakeDiscourse(() => clock.now, path);
  const client = createGuardedClient({ allowPrivateHosts: [forum.host] });
  onTestFinished(() => client.close());
  const source = openDiscourse({ config: parseConfig({}), client, now: () => clock.now, sleep: () => Promise.resolve() });
  const cursors = new Map<string, string>();
  async function read(below = ''): Promise<Reading> {
    const stream: Stream = { kind: 'discourse', name: `${forum.url}${below}` };
    const key = `discourse:${stream.name}`;
    const watermarks = new Map([[key, { newest: null, known: new Set<string>(), cursor: cursors.get(key) ?? null }]]);
    const [reading] = await Array.fromAsync(source.read({ streams: [stream], watermarks, signal }));
    if (!reading) throw new Error('no reading');
    if (reading.state === 'ok' && reading.cursor !== undefined) cursors.set(key, reading.cursor);
    return reading;
  }
  return { clock, forum, source, read };
}

const itemsOf = (reading: Reading): FetchedItem[] => (reading.state === 'ok' ? reading.items : []);
const titlesOf = (reading: Reading): string[] => itemsOf(reading).map(({ title }) => title);

test('reads the first post of a topic as people see it, of a forum below a path', async () => {
  const { forum, read } = await open('/community');
  const id = forum.add({ title: 'A <free> tool & its price?', body: '<p>I need <b>one</b>.</p>', author: 'ann', closed: true });
  expect(await read()).toMatchObject({
    state: 'ok',
    items: [
      {
        fullname: `dc_${forum.url}/t/${id}`,
        kind: 'post',
        subreddit: `${forum.host}/community`,
        author: `ann (${forum.host})`,
        title: 'A <free> tool & its price?',
        body: 'I need one.',
        permalink: `${forum.url}/t/${id}`,
        score: 4,
        numComments: 3,
        locked: true,
      },
    ],
  });
  expect(forum.requests.every(({ headers }) => headers['user-agent']?.startsWith('Earshot/'))).toBe(true);
});

test('reads a category with those below it, and no other', async () => {
  const { forum, read } = await open();
  forum.add({ title: 'Support', body: '', categories: [6] });
  forum.add({ title: 'Below support', body: '', categories: [6, 9] });
  forum.add({ title: 'Elsewhere', body: '', categories: [7] });
  expect(titlesOf(await read('/c/support/6'))).toEqual(['Support', 'Below support']);
});

test('reads what a search finds in first posts, newest topics first whatever order was asked', async () => {
  const { clock, forum, read } = await open();
  forum.add({ title: 'An invoice tool', body: '' });
  forum.add({ title: 'Something else', body: '' });
  const reading = await read('/search?q=invoice+order%3Alikes');
  expect(titlesOf(reading)).toEqual(['An invoice tool']);
  expect(new URL(forum.requests[0]?.path ?? '', forum.url).searchParams.get('q')).toBe(
    'invoice in:first order:latest_topic after:2026-10-20',
  );
  clock.now += hour;
  expect(await read('/search?q=nobody')).toMatchObject({ state: 'ok', items: [] });
  forum.state.searchError = 'The site is very busy.';
  expect(await read('/search?q=invoice')).toMatchObject({
    state: 'failed',
    failure: 'unreachable',
    error: `${forum.host} couldn't search: The site is very busy.`,
  });
});

test('looks 30 days back at first, the newest 120 topics, and misses none of 290 in later rounds', async () => {
  const { clock, forum, read } = await open();
  for (let n = 0; n < 150; n += 1) forum.add({ title: `Old ${n}`, body: '', at: clock.now - (160 - n) * hour });
  forum.add({ title: 'Too old', body: '', at: clock.now - 31 * 24 * hour });
  const first = titlesOf(await read());
  expect([first.length, first[0], first.at(-1)]).toEqual([120, 'Old 30', 'Old 149']);
  for (let n = 0; n < 290; n += 1) forum.add({ title: `New ${n}`, body: '', at: clock.now + n * 1000 });
  clock.now += hour;
  const rounds = [await read(), await read(), await read()];
  expect(rounds.flatMap(titlesOf)).toEqual(Array.from({ length: 290 }, (_, n) => `New ${n}`));
  expect(rounds).toMatchObject([{ gap: null }, { gap: null }, { gap: null }]);
});

test('reports what was posted beyond ten pages as a gap', async () => {
  const { clock, forum, read } = await open();
  forum.add({ title: 'Seen', body: '' });
  await read();
  const from = clock.now;
  clock.now += 24 * hour;
  for (let n = 0; n < 310; n += 1) forum.add({ title: `New ${n}`, body: '', at: clock.now - (310 - n) * 60_000 });
  expect(await read()).toMatchObject({ state: 'ok', gap: { from, to: clock.now - 300 * 60_000 } });
});

test('reads one list when nothing is new, and takes a topic that was listed hours after it was created', async () => {
  const { clock, forum, read } = await open();
  for (let n = 0; n < 40; n += 1) forum.add({ title: `Old ${n}`, body: '', at: clock.now - (40 - n) * 24 * hour });
  forum.add({ title: 'Seen', body: '' });
  await read();
  const before = forum.requests.length;
  clock.now += hour;
  expect(await read()).toMatchObject({ state: 'ok', items: [] });
  expect(forum.requests.slice(before).map(({ path }) => path)).toEqual(['/latest.json?order=created&page=0']);
  forum.add({ title: 'Listed late', body: '', at: clock.now - 5 * hour });
  expect(titlesOf(await read())).toEqual(['Listed late']);
});

test('keeps what it has when it is asked to wait, and reads the rest afterwards', async () => {
  const { clock, forum, read } = await open();
  const ids = [0, 1, 2, 3, 4].map((n) => forum.add({ title: `Topic ${n}`, body: '', at: clock.now - (5 - n) * 24 * hour }));
  const third = ids[2];
  forum.serve(`/t/${third}.json`, (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end());
  expect(titlesOf(await read())).toEqual(['Topic 0', 'Topic 1']);
  expect(await read()).toMatchObject({ state: 'failed', failure: 'limited', retryAt: clock.now + 60_000 });
  forum.serve(`/t/${third}.json`, refuse(500, 'oops'));
  clock.now += 61_000;
  const rest = await read();
  expect(titlesOf(rest)).toEqual(['Topic 3', 'Topic 4']);
  expect(rest).toMatchObject({ refused: 1 });
});

test('leaves out a topic that was hidden or deleted before it was read, and says so of one that was read before', async () => {
  const { forum, source, read } = await open();
  const hidden = forum.add({ title: 'Flagged', body: '', hidden: true });
  const kept = forum.add({ title: 'Kept', body: '' });
  forum.serve(`/t/${forum.add({ title: 'Just deleted', body: '' })}.json`, refuse(410, 'not_found'));
  expect(titlesOf(await read())).toEqual(['Kept']);
  const fates = await source.recheck?.(
    [hidden, kept, 999].map((id) => `dc_${forum.url}/t/${id}`),
    signal,
  );
  expect([...(fates?.values() ?? [])].map(({ gone }) => gone)).toEqual(['removed', null, 'missing']);
});

test.each([
  [403, 'not_logged_in', 'private'],
  [403, 'invalid_access', 'missing'],
  [404, 'not_found', 'missing'],
  [400, 'invalid_parameters', 'broken'],
])('says what status %d with %s means', async (status, type, failure) => {
  const { forum, read } = await open();
  forum.state.handle = refuse(status, type);
  expect(await read()).toMatchObject({ state: 'failed', failure });
});

test('tries a topic again that couldn’t be read, however long ago it was created, and gives up in the end', async () => {
  const { clock, forum, read } = await open();
  const ids = [5, 4, 3].map((days) => forum.add({ title: `${days} days ago`, body: '', at: clock.now - days * 24 * hour }));
  const paths = ids.map((id) => `/t/${id}.json`);
  for (const path of paths.slice(0, 2)) forum.serve(path, refuse(500, 'oops'));
  expect(await read()).toMatchObject({ items: [{ title: '3 days ago' }], refused: 2 });
  forum.serve(paths[0] ?? '', page(JSON.stringify({ title: 'Late', post_stream: { posts: [{ cooked: 'text' }] } })));
  clock.now += hour;
  expect(await read()).toMatchObject({ items: [{ title: 'Late', fullname: `dc_${forum.url}/t/${ids[0]}` }], refused: 1 });
  for (let round = 0; round < 10; round += 1) {
    clock.now += hour;
    expect(await read()).toMatchObject({ state: 'ok', items: [] });
  }
  expect(forum.requests.filter(({ path }) => path === paths[1])).toHaveLength(5);
});

test('says how long a forum asked to wait, although another topic failed before', async () => {
  const { clock, forum, read } = await open();
  const [first, second] = [2, 1].map((hours) => forum.add({ title: 'Topic', body: '', at: clock.now - hours * hour }));
  forum.serve(`/t/${first}.json`, refuse(500, 'oops'));
  forum.serve(`/t/${second}.json`, (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end());
  expect(await read()).toMatchObject({ state: 'failed', failure: 'limited', retryAt: clock.now + 60_000 });
});

test.each([404, 410])('takes status %i without data of the forum as no deletion', async (status) => {
  const { forum, source, read } = await open();
  forum.state.handle = (_, response) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not here');
  expect((await source.recheck?.([`dc_${forum.url}/t/1`], signal))?.size).toBe(0);
  expect(await read()).toMatchObject({ state: 'failed', failure: 'broken' });
});

test('erases nothing of a forum that was closed to the public', async () => {
  const { forum, source } = await open();
  const id = forum.add({ title: 'Once public', body: '' });
  forum.state.handle = refuse(403, 'not_logged_in');
  expect((await source.recheck?.([`dc_${forum.url}/t/${id}`, 'dc_https://[/t/1', 'dc_nothing'], signal))?.size).toBe(0);
});

test.each([
  ['forum.example.com', 'https://forum.example.com'],
  ['https://Forum.example.com/', 'https://forum.example.com'],
  ['https://forum.example.com/latest?order=created', 'https://forum.example.com'],
  ['https://forum.example.com/t/which-tool/123/4', 'https://forum.example.com'],
  ['https://example.com/community/top.json', 'https://example.com/community'],
  ['https://example.com/community', 'https://example.com/community'],
  ['https://forum.example.com/c/support/6', 'https://forum.example.com/c/support/6'],
  ['https://example.com/community/c/help/billing/12/l/latest?ascending=true', 'https://example.com/community/c/help/billing/12'],
  ['https://forum.example.com/c/support/6.json', 'https://forum.example.com/c/support/6'],
  ['https://forum.example.com/search?expanded=true&q=invoice%20tool', 'https://forum.example.com/search?q=invoice+tool'],
])('takes %s as %s', (typed, name) => {
  expect(readForumAddress(typed)).toEqual({ name });
});

test.each(['', 'two words', 'https://forum.example.com/search', 'https://forum.example.com/tag/invoice', 'https://forum.example.com/c'])(
  'refuses %j as a forum',
  (typed) => {
    expect(readForumAddress(typed)).toHaveProperty('problem');
  },
);

test('reads the replies in a topic, with what each replies to, and neither notices nor what was hidden', async () => {
  const { clock, forum, source } = await open('/community');
  const id = forum.add({
    title: 'Which tool?',
    body: '<p>I need one.</p>',
    author: 'ann',
    replies: [
      { author: 'bo', body: '<p>Try <a href="https://ours.example.com/?a=1">this</a>.</p>' },
      { author: 'system', body: '<p>Closed</p>', isNotice: true },
      { author: 'eve', body: '<p>Spam</p>', hidden: true },
      { author: 'ann', body: '<p>Thanks!</p>', to: 2, at: clock.now - hour },
    ],
  });
  const topic = `dc_${forum.url}/t/${id}`;
  expect(await source.thread?.(topic, signal)).toMatchObject([
    {
      fullname: `${topic}/2`,
      author: `bo (${forum.host})`,
      body: 'Try this.',
      links: ['https://ours.example.com/?a=1'],
      parentFullname: topic,
    },
    { fullname: `${topic}/5`, author: `ann (${forum.host})`, parentFullname: `${topic}/2`, createdAt: clock.now - hour },
  ]);
});

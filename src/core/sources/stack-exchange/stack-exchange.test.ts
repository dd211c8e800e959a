import { expect, onTestFinished, test } from 'vitest';
import { readStackName, stackHostOf } from '#shared/stream-names.ts';
import { fullnameAt, idAt } from '#shared/origin.ts';
import { parseConfig } from '#core/platform/config.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { startFakeStackExchange } from '#test/support/fakes/stack-exchange.ts';
import { describeConformance } from '#test/support/source-conformance.ts';
import { openStackExchange } from './stack-exchange.ts';

describeConformance('stackexchange', openStackExchange, async (clock) => {
  const site = await startFakeStackExchange(() => clock.now);
  return {
    stream: { kind: 'stackexchange', name: 'softwarerecs' },
    hosts: [site.host],
    config: { stackExchange: { url: site.url } },
    publish: (text) => fullnameAt('stackexchange', `softwarerecs.${site.add(text)}`),
    remove: (fullname) => site.remove(Number(idAt('stackexchange', fullname)?.split('.').at(-1))),
    answerWith: (handle) => {
      site.state.handle = handle;
    },
  };
});

const signal = new AbortController().signal;

async function open(key = '') {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const site = await startFakeStackExchange(() => clock.now);
  const client = createGuardedClient({ allowPrivateHosts: [site.host] });
  onTestFinished(() => client.close());
  const source = openStackExchange({
    config: parseConfig({ stackExchange: { url: site.url, key } }),
    client,
    now: () => clock.now,
    sleep: () => Promise.resolve(),
  });
  const read = (name: string, cursor: string | null = null): Promise<Reading[]> => {
    const stream: Stream = { kind: 'stackexchange', name };
    const watermarks = new Map([[`stackexchange:${name}`, { newest: null, known: new Set<string>(), cursor }]]);
    return Array.fromAsync(source.read({ streams: [stream], watermarks, signal }));
  };
  return { clock, site, source, read };
}

const titlesOf = (reading?: Reading): string[] => (reading?.state === 'ok' ? reading.items.map(({ title }) => title) : []);
const cursorOf = (reading?: Reading): string | null => (reading?.state === 'ok' ? (reading.cursor ?? null) : null);

test('reads a question as people see it, of one tag, with its host and its key', async () => {
  const { site, read } = await open('abc');
  const id = site.add({
    title: 'A "free" tool & its price?',
    body: '<p>I need <b>one</b>.</p><pre>a  b</pre>',
    author: 'Ann Lee',
    tags: ['invoice'],
  });
  site.add({ title: 'Another tag', body: '', tags: ['other'] });
  expect(await read('softwarerecs/invoice')).toMatchObject([
    {
      state: 'ok',
      title: 'softwarerecs.stackexchange.com, invoice',
      items: [
        {
          fullname: `se_softwarerecs.${id}`,
          subreddit: 'softwarerecs.stackexchange.com',
          author: 'Ann Lee (softwarerecs.stackexchange.com)',
          title: 'A "free" tool & its price?',
          body: 'I need one.\n\na  b',
          permalink: `https://softwarerecs.stackexchange.com/questions/${id}/a-title`,
          score: 3,
          numComments: 3,
        },
      ],
    },
  ]);
  expect(site.requests.at(-1)?.path).toContain('key=abc');
});

test('looks 30 days back at first, the newest 300 questions, and misses none of 400 in a later round', async () => {
  const { clock, site, read } = await open();
  const minute = 60_000;
  for (let n = 0; n < 350; n += 1) site.add({ title: `Old ${n}`, body: '', at: clock.now - (400 - n) * minute });
  site.add({ title: 'Too old', body: '', at: clock.now - 31 * 86_400_000 });
  const [first] = await read('softwarerecs');
  const items = first?.state === 'ok' ? first.items : [];
  expect(items).toHaveLength(300);
  expect(items.some(({ title }) => title === 'Too old' || title === 'Old 0')).toBe(false);
  for (let n = 0; n < 400; n += 1) site.add({ title: `New ${n}`, body: '', at: clock.now + n * 1000 });
  clock.now += 3_600_000;
  const [second] = await read('softwarerecs', first?.state === 'ok' ? (first.cursor ?? null) : null);
  expect(second?.state === 'ok' && second.items.filter(({ title }) => title.startsWith('New'))).toHaveLength(400);
});

test.each([
  [{ backoff: 30 }, 30_000],
  [{ quota_remaining: 0 }, 12 * 3_600_000],
])('obeys %j of an answer', async (wrapper, pauseMs) => {
  const { clock, site, read } = await open();
  site.state.wrapper = wrapper;
  expect(await read('softwarerecs')).toMatchObject([{ state: 'ok' }]);
  expect(await read('softwarerecs')).toMatchObject([{ state: 'failed', failure: 'limited', retryAt: clock.now + pauseMs }]);
  expect(site.requests).toHaveLength(1);
});

test('keeps what it has when it is asked to wait, and reads the rest afterwards', async () => {
  const { clock, site, read } = await open();
  site.add({ title: 'Seen', body: '' });
  const [first] = await read('softwarerecs');
  for (let n = 0; n < 150; n += 1) site.add({ title: `New ${n}`, body: '', at: clock.now + n * 60_000 });
  clock.now += 3 * 3_600_000;
  site.state.wrapper = { backoff: 30 };
  const [second] = await read('softwarerecs', cursorOf(first));
  expect(titlesOf(second)).toEqual(Array.from({ length: 99 }, (_, n) => `New ${n}`));
  site.state.wrapper = {};
  clock.now += 31_000;
  const [third] = await read('softwarerecs', cursorOf(second));
  expect(titlesOf(third)).toEqual(Array.from({ length: 51 }, (_, n) => `New ${n + 99}`));
});

test('reports what it could not read at first because it was asked to wait as a gap', async () => {
  const { clock, site, read } = await open();
  for (let n = 0; n < 150; n += 1) site.add({ title: `Old ${n}`, body: '', at: clock.now - (150 - n) * 60_000 });
  site.state.wrapper = { backoff: 30 };
  const [reading] = await read('softwarerecs');
  expect(titlesOf(reading)).toEqual(Array.from({ length: 100 }, (_, n) => `Old ${n + 50}`));
  expect(reading).toMatchObject({ gap: { from: clock.now - 30 * 86_400_000, to: clock.now - 100 * 60_000 } });
});

test('says nothing of a missing question as long as one of its batch is in an unknown form', async () => {
  const { site, source } = await open();
  const id = site.add({ title: 'Kept', body: '' });
  const names = [id, 1].map((one) => `se_softwarerecs.${one}`);
  const items = [{ question_id: id, title: 'Kept', creation_date: 1_700_000_000 }, { question_id: 'another form' }];
  site.state.wrapper = { items };
  expect([...((await source.recheck?.(names, signal)) ?? [])].map(([name, { gone }]) => [name, gone])).toEqual([[names[0], null]]);
  site.state.wrapper = {};
  expect((await source.recheck?.(names, signal))?.get(names[1] ?? '')).toEqual({ gone: 'missing', item: null });
});

test('keeps what became of questions before it was asked to wait', async () => {
  const { site, source } = await open();
  site.state.wrapper = { backoff: 30 };
  const names = Array.from({ length: 101 }, (_, n) => `se_softwarerecs.${n + 1}`);
  expect((await source.recheck?.(names, signal))?.size).toBe(100);
});

test.each([
  [
    '{"error_id":502,"error_name":"throttle_violation","error_message":"too many requests from this IP, more requests available in 4711 seconds"}',
    'limited',
  ],
  ['{"error_id":400,"error_name":"bad_parameter","error_message":"No site found for name `nowhere`"}', 'missing'],
  ['{"error_id":400,"error_name":"bad_parameter","error_message":"tagged"}', 'broken'],
  ['{"error_id":403,"error_name":"access_denied","error_message":"not on this site"}', 'broken'],
])('says what the refusal %s means', async (body, failure) => {
  const { clock, site, read } = await open();
  site.state.handle = (_, response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(body);
  expect(await read('nowhere')).toMatchObject([
    { state: 'failed', failure, retryAt: failure === 'limited' ? clock.now + 4_711_000 : null },
  ]);
});

test.each([
  ['softwarerecs', 'softwarerecs'],
  ['money.stackexchange.com', 'money'],
  ['https://money.stackexchange.com/questions/tagged/taxes?tab=newest', 'money/taxes'],
  ['https://stackoverflow.com/questions/tagged/c%23', 'stackoverflow/c#'],
  ['https://stackoverflow.com', 'stackoverflow'],
  ['https://es.stackoverflow.com/', 'es.stackoverflow'],
  ['Stackoverflow/Invoice', 'stackoverflow/invoice'],
  ['https://stackoverflow.com/questions', 'stackoverflow'],
  ['https://ru.stackoverflow.com/questions/tagged/%D0%B1%D0%B0%D0%B7%D0%B0', 'ru.stackoverflow/база'],
  ['stackoverflow/.net', 'stackoverflow/.net'],
  ['https://meta.stackoverflow.com', 'meta.stackoverflow'],
  ['https://es.meta.stackoverflow.com', 'es.meta.stackoverflow'],
  ['https://mathoverflow.net/questions/tagged/algebra', 'mathoverflow.net/algebra'],
  ['mathoverflow.net/algebra', 'mathoverflow.net/algebra'],
])('takes %s as %s', (typed, name) => {
  expect(readStackName(typed)).toEqual({ name });
});

test('waits two days at most', async () => {
  const { clock, site, read } = await open();
  site.state.handle = (_, response) => void response.writeHead(400).end('{"error_id":502,"error_message":"in 999999 seconds"}');
  expect(await read('softwarerecs')).toMatchObject([{ failure: 'limited', retryAt: clock.now + 2 * 86_400_000 }]);
});

test('takes an error of the server as one, whatever its body says', async () => {
  const { site, read } = await open();
  site.state.handle = (_, response) => void response.writeHead(500).end('{"error_id":400,"error_message":"No site found"}');
  expect(await read('softwarerecs')).toMatchObject([{ state: 'failed', failure: 'unreachable' }]);
});

test.each([
  'softwarerecs.stackexchange.com',
  'stackoverflow.com',
  'es.stackoverflow.com',
  'meta.stackexchange.com',
  'money.meta.stackexchange.com',
  'meta.superuser.com',
  'es.meta.stackoverflow.com',
  'mathoverflow.net',
  'meta.mathoverflow.net',
])('has a name in the API for %s, and its host again', (host) => {
  const read = readStackName(`https://${host}/`);
  expect('name' in read && stackHostOf(read.name)).toBe(host);
  expect('name' in read && readStackName(read.name)).toEqual(read);
});

test.each([
  '',
  'two words',
  'a/b/c',
  '-',
  '../etc',
  'https://money.stackexchange.com/users',
  'https://money.stackexchange.com/questions/12345/how-to-pay',
  'money.stackexchange.com/questions/12345',
  'https://example.com/questions',
])('refuses %j as a site', (typed) => {
  expect(readStackName(typed)).toHaveProperty('problem');
});

test.each([
  ['', ['Use ours', 'It depends']],
  ['abc', ['Which budget?', 'Use ours', 'It depends']],
])('reads the answers to a question, best first, and the comments on it where the key %j allows more requests', async (key, bodies) => {
  const { site, source } = await open(key);
  const id = site.add({ title: 'Which tool?', body: '' });
  site.reply(id, { body: '<p>It depends</p>', score: 1 });
  site.reply(id, { body: '<p>Use <a href="https://ours.example.com">ours</a></p>', author: 'Bo', score: 7 });
  site.reply(id, { body: 'Which budget?', isComment: true });
  const thread = await source.thread?.(`se_softwarerecs.${id}`, signal);
  expect(thread?.map(({ body }) => body)).toEqual(bodies);
  expect(thread?.find(({ score }) => score === 7)).toMatchObject({
    fullname: `se_softwarerecs.${id}.a5001`,
    author: 'Bo (softwarerecs.stackexchange.com)',
    parentFullname: `se_softwarerecs.${id}`,
    permalink: 'https://softwarerecs.stackexchange.com/a/5001',
    links: ['https://ours.example.com'],
  });
});

test('leaves the last third of a day to new questions and deletions, and reads threads again the next day', async () => {
  const { clock, site, source, read } = await open();
  const id = site.add({ title: 'Which tool?', body: '' });
  const thread = () => source.thread?.(`se_softwarerecs.${id}`, signal);
  site.state.wrapper = { quota_max: 300, quota_remaining: 100 };
  expect(await thread()).toEqual([]);
  await expect(thread()).rejects.toThrow('Stack Exchange allows few more requests today, and new questions need them.');
  expect(await read('softwarerecs')).toMatchObject([{ state: 'ok' }]);
  clock.now += 24 * 3_600_000;
  expect(await thread()).toEqual([]);
});

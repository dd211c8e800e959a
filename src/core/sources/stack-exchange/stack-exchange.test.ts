import { expect, onTestFinished, test } from 'vitest';
import { readStackName } from '#shared/sources.ts';
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

test.each([
  [
    '{"error_id":502,"error_name":"throttle_violation","error_message":"too many requests from this IP, more requests available in 4711 seconds"}',
    'limited',
  ],
  ['{"error_id":400,"error_name":"bad_parameter","error_message":"No site found for name `nowhere`"}', 'missing'],
  ['{"error_id":400,"error_name":"bad_parameter","error_message":"tagged"}', 'broken'],
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
])('takes %s as %s', (typed, name) => {
  expect(readStackName(typed)).toEqual({ name });
});

test.each(['', 'two words', 'a/b/c', '-', '../etc'])('refuses %j as a site', (typed) => {
  expect(readStackName(typed)).toHaveProperty('problem');
});

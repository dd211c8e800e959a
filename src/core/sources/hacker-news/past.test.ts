import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { type Reading, streamKey } from '#core/reddit/stream.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { page } from '#test/support/fakes/site.ts';
import type { Watermark } from '../source.ts';
import { createHackerNewsApi, createHackerNewsSource } from './hacker-news.ts';
import { createPast, createThread } from './past.ts';

const stream = { kind: 'hackernews' as const, name: 'Hacker News' };
const signal = new AbortController().signal;
const daySeconds = 86_400;

/** The live reading begins with the newest item. */
async function open(pageSize?: number) {
  const now = Date.UTC(2026, 10, 20, 12);
  const site = await startFakeHackerNews(() => now);
  const client = createGuardedClient({ allowPrivateHosts: [site.host] });
  onTestFinished(() => client.close());
  const api = createHackerNewsApi({ url: site.url, now: () => now });
  onTestFinished(() => api.close());
  const deps = { config: parseConfig(site.config), client, now: () => now, sleep: () => Promise.resolve() };
  const source = createHackerNewsSource(api, { backfill: 1, past: createPast(deps, pageSize) });
  const marks = new Map<string, Watermark>();
  /** Stops before the reading after `most` is stored. */
  async function read(most = Infinity): Promise<Reading[]> {
    const readings: Reading[] = [];
    for await (const reading of source.read({ streams: [stream], watermarks: marks, signal })) {
      if (readings.length === most) break;
      readings.push(reading);
      if (reading.state === 'ok') marks.set(streamKey(stream), { newest: null, known: new Set(), cursor: reading.cursor ?? null });
    }
    return readings;
  }
  const ago = (days: number): number => now / 1000 - days * daySeconds;
  return { site, read, ago, past: createPast(deps, pageSize) };
}

const namesIn = (readings: readonly Reading[]): string[] =>
  readings.flatMap((reading) => (reading.state === 'ok' ? reading.items : [])).map(({ fullname }) => fullname);
const errorsIn = (readings: readonly Reading[]): string[] => readings.flatMap(({ error }) => error ?? []);

test('reads stories with a text of the last 30 days, and comments on those that ask, before the live ones', async () => {
  const { site, read, ago } = await open();
  site.add({ title: 'Ask HN: too old?', text: 'Text', time: ago(31) });
  const asked = site.add({
    by: 'ann',
    title: 'Ask HN: who pays <i>late</i>?',
    text: 'First<p>Second &amp; third',
    time: ago(29),
    score: 7,
    descendants: 2,
  });
  const bare = site.add({ title: 'Ask HN: which tool?', time: ago(28) });
  const shown = site.add({ title: 'Show HN: a tool', text: 'Text', time: ago(27), descendants: 1, url: 'https://tool.example.com/x' });
  site.add({ title: 'A link', url: 'https://news.example.com/x', time: ago(26) });
  site.add({ title: 'Ask HN: dead?', text: 'Text', time: ago(25), dead: true });
  const answer = site.add({ type: 'comment', by: 'bob', parent: asked, text: 'All <i>of</i> them', time: ago(24) });
  site.add({ type: 'comment', parent: shown, text: 'Nice', time: ago(23) });
  const live = site.add({ type: 'comment', by: 'cat', parent: answer, text: 'Not mine', time: ago(0) });
  const readings = await read();
  expect(namesIn(readings)).toEqual([shown, bare, asked, answer, live].map((id) => `hn_${id}`));
  expect(readings[0]).toMatchObject({
    state: 'ok',
    items: [
      { url: 'https://tool.example.com/x' },
      { kind: 'post' },
      {
        kind: 'post',
        subreddit: 'Hacker News',
        author: 'ann (Hacker News)',
        title: 'Ask HN: who pays late?',
        body: 'First\n\nSecond & third',
        permalink: `https://news.ycombinator.com/item?id=${asked}`,
        createdAt: ago(29) * 1000,
        score: 7,
        numComments: 2,
        linkFullname: null,
        parentFullname: null,
      },
      {
        kind: 'comment',
        author: 'bob (Hacker News)',
        title: 'Ask HN: who pays late?',
        body: 'All of them',
        linkFullname: `hn_${asked}`,
        parentFullname: `hn_${asked}`,
      },
    ],
  });
  const searches = site.searches();
  expect(namesIn(await read())).toEqual([]);
  expect(site.searches()).toBe(searches);
});

test('reads all of a month that one search cannot hold, each story and comment once', async () => {
  const { site, read, ago } = await open();
  const asked = site.add({ title: 'Ask HN: all?', text: 'Text', time: ago(20), descendants: 1500 });
  const names = [
    asked,
    ...Array.from({ length: 2300 }, (_, n) => site.add({ title: `Story ${n}`, text: 'Text', time: ago(20) + 1 + Math.floor(n / 7) })),
    ...Array.from({ length: 1500 }, (_, n) => site.add({ type: 'comment', parent: asked, text: `${n}`, time: ago(1) + n })),
    site.add({ title: 'Live' }),
  ].map((id) => `hn_${id}`);
  expect(namesIn(await read()).toSorted()).toEqual(names.toSorted());
});

test('goes on after a page that holds only one second', async () => {
  const { site, read, ago } = await open(3);
  const first = site.add({ title: 'First', text: 'Text', time: ago(3) });
  for (let n = 0; n < 5; n += 1) site.add({ title: `Same second ${n}`, text: 'Text', time: ago(2) });
  site.add({ title: 'Live' });
  expect(namesIn(await read())).toContain(`hn_${first}`);
});

test('goes on with the page where it was stopped', async () => {
  const { site, read, ago } = await open(2);
  const ids = [6, 5, 4, 3, 2, 1].map((days) => site.add({ title: `${days} days ago`, text: 'Text', time: ago(days) }));
  const live = site.add({ title: 'Live' });
  const found = [...namesIn(await read(2)), ...namesIn(await read())];
  expect(found).toEqual([...ids.toReversed(), live].map((id) => `hn_${id}`));
});

test('reads live while the search is down, says so, and reads the past in the next run', async () => {
  const { site, read, ago } = await open();
  const old = site.add({ title: 'Ask HN: which tool?', text: 'Text', time: ago(3) });
  const live = site.add({ title: 'Live' });
  site.state.isSearchDown = true;
  const readings = await read();
  expect(readings.map(({ state }) => state)).toEqual(['ok']);
  expect(namesIn(readings)).toEqual([`hn_${live}`]);
  expect(errorsIn(readings)).toEqual(["Older posts couldn't be read yet. Algolia answered with status 503."]);
  site.state.isSearchDown = false;
  const later = site.add({ title: 'Later', text: 'Text' });
  const again = await read();
  expect(namesIn(again)).toEqual([`hn_${old}`, `hn_${later}`]);
  expect(errorsIn(again)).toEqual([]);
});

test('takes hits in another form as a failure, not as the end', async () => {
  const { site, read } = await open();
  site.add({ title: 'Live' });
  site.serve('/api/v1/search_by_date', page('{"hits":[{"id":1}],"nbHits":2}'));
  expect(errorsIn(await read())).toEqual(["Older posts couldn't be read yet. Algolia answered with data in an unknown form."]);
});

test('reads the comments below a story in one request, oldest first', async () => {
  const { site, past, ago } = await open();
  const story = site.add({ title: 'Ask HN: which tool?', by: 'ann', time: ago(2) });
  site.add({ title: 'Another story' });
  const first = site.add({ type: 'comment', parent: story, by: 'bo', text: 'It <i>depends</i>', time: ago(1) });
  site.add({ type: 'comment', parent: first, by: 'ann', text: 'On what?', time: ago(0) });
  expect(await createThread(past)(`hn_${story}`, signal)).toMatchObject([
    { fullname: `hn_${first}`, author: 'bo (Hacker News)', body: 'It depends', parentFullname: `hn_${story}`, linkFullname: `hn_${story}` },
    { author: 'ann (Hacker News)', parentFullname: `hn_${first}` },
  ]);
  expect(site.searches()).toBe(1);
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { type Reading, streamKey } from '#core/reddit/stream.ts';
import { createHackerNewsApi, createHackerNewsSource } from './hacker-news.ts';
import type { Watermark } from '../source.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const stream = { kind: 'hackernews' as const, name: 'Hacker News' };
const never = new AbortController().signal;

async function open(options: { backfill?: number; maxBehind?: number } = {}) {
  const clock = { now: noon };
  const site = await startFakeHackerNews(() => clock.now);
  const api = createHackerNewsApi({ url: site.url, now: () => clock.now });
  onTestFinished(() => api.close());
  const source = createHackerNewsSource(api, options);
  const marks = new Map<string, Watermark>();
  async function read(): Promise<Reading[]> {
    const readings = await Array.fromAsync(source.read({ streams: [stream], watermarks: marks, signal: never }));
    for (const reading of readings)
      if (reading.state === 'ok')
        marks.set(streamKey(stream), { newest: reading.newest, known: new Set(), cursor: reading.cursor ?? null });
    return readings;
  }
  const items = async (): Promise<FetchedItem[]> => (await read()).flatMap((reading) => (reading.state === 'ok' ? reading.items : []));
  return { site, clock, source, read, items };
}

describe('Hacker News', () => {
  test('yields each story and comment once, comments with the title of their story', async () => {
    const { site, items } = await open();
    const story = site.add({
      by: 'ann',
      title: 'Ask HN: who pays <i>late</i>?',
      text: 'First<p>Second &amp; third',
      score: 7,
      descendants: 2,
    });
    const comment = site.add({ type: 'comment', by: 'bob', text: 'All of them', parent: story });
    const nested = site.add({ type: 'comment', by: 'cat', text: 'Not mine', parent: comment });
    site.add({ type: 'job', title: 'We are hiring' });
    site.add({ by: 'dan', title: 'Show HN: a tool', url: 'https://tool.example.com/x' });
    const found = await items();
    expect(found).toMatchObject([
      {
        fullname: `hn_${story}`,
        kind: 'post',
        subreddit: 'Hacker News',
        author: 'ann (Hacker News)',
        title: 'Ask HN: who pays late?',
        body: 'First\n\nSecond & third',
        url: null,
        permalink: `https://news.ycombinator.com/item?id=${story}`,
        createdAt: noon,
        score: 7,
        numComments: 2,
      },
      {
        fullname: `hn_${comment}`,
        kind: 'comment',
        title: 'Ask HN: who pays late?',
        linkFullname: `hn_${story}`,
        parentFullname: `hn_${story}`,
      },
      {
        fullname: `hn_${nested}`,
        kind: 'comment',
        title: 'Ask HN: who pays late?',
        linkFullname: `hn_${story}`,
        parentFullname: `hn_${comment}`,
      },
      { title: 'Show HN: a tool', url: 'https://tool.example.com/x' },
    ]);
    expect(await items()).toEqual([]);
    const later = site.add({ title: 'Later' });
    expect((await items()).map(({ fullname }) => fullname)).toEqual([`hn_${later}`]);
  });

  test('finds the story of a comment in a thread older than what was read', async () => {
    const { site, items } = await open({ backfill: 1 });
    const story = site.add({ title: 'An old story' });
    const first = site.add({ type: 'comment', parent: story, text: 'One' });
    site.add({ type: 'comment', parent: first, text: 'Two' });
    expect(await items()).toMatchObject([{ body: 'Two', title: 'An old story', linkFullname: `hn_${story}` }]);
  });

  test("requests ids again that can't be read yet", async () => {
    const { site, items } = await open();
    site.add({ title: 'One' });
    site.reserve(2);
    expect((await items()).map(({ title }) => title)).toEqual(['One']);
    const before = site.itemRequests();
    expect(await items()).toEqual([]);
    expect(site.itemRequests() - before).toBe(2);
  });

  test('catches up in batches after a pause, oldest first, and reports what it left out as a gap', async () => {
    const { site, read, clock } = await open({ maxBehind: 1200 });
    site.add({ title: 'Before' });
    await read();
    for (let number = 0; number < 1500; number++) {
      clock.now += 1000;
      site.add({ title: `Story ${number}` });
    }
    const readings = await read();
    expect(readings.map((reading) => reading.state === 'ok' && [reading.items.length, reading.gap])).toEqual([
      [500, { from: noon, to: noon + 301_000 }],
      [500, null],
      [200, null],
    ]);
  });

  test('fails while the API is down, and then continues where it stopped', async () => {
    const { site, read, items } = await open();
    site.add({ title: 'One' });
    await read();
    site.state.isDown = true;
    site.add({ title: 'Two' });
    expect(await read()).toEqual([
      { stream, state: 'failed', failure: 'unreachable', error: expect.stringContaining('Hacker News'), retryAt: null },
    ]);
    site.state.isDown = false;
    expect((await items()).map(({ title }) => title)).toEqual(['Two']);
  });

  test('reports the current state of stored items, and nothing while the API is down', async () => {
    const { site, source, items } = await open();
    const ids = ['Kept', 'Deleted', 'Killed', 'Vanished'].map((title) => site.add({ title }));
    const names = (await items()).map(({ fullname }) => fullname);
    site.change(ids[1] ?? 0, { deleted: true });
    site.change(ids[2] ?? 0, { dead: true });
    site.vanish(ids[3] ?? 0);
    const fates = await source.recheck?.([...names, 't3_other'], never);
    expect([...(fates ?? [])].map(([name, { gone }]) => [name, gone])).toEqual([
      [names[0], null],
      [names[1], 'deleted'],
      [names[2], 'removed'],
      [names[3], 'missing'],
    ]);
    site.state.isDown = true;
    expect((await source.recheck?.(names, never))?.size).toBe(0);
  });

  test('leaves out items that were deleted or killed before they were read', async () => {
    const { site, items } = await open();
    site.add({ title: 'Spam', dead: true });
    site.add({ deleted: true });
    expect(await items()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { namesOf } from '#shared/streams.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { sampleCampaign } from './sample-data/campaign.ts';
import { listSamples } from './sample-data/samples.ts';
import { createSampleSource } from './sample.ts';
import { type Watermark } from './source.ts';
import { type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const campaign = { ...sampleCampaign(), id: '1' };
const streamsOf = (names: readonly string[]): Stream[] =>
  names.flatMap((name) => [
    { kind: 'posts' as const, name },
    { kind: 'comments' as const, name },
  ]);
const everywhere = streamsOf(namesOf(campaign.streams, 'subreddit'));
const labels = new Map(listSamples().map(({ id, label }) => [id, label]));

/** Reads with a clock that advances only by sleeping. */
async function readAll({
  streams = everywhere,
  watermarks = new Map<string, Watermark>(),
  paceMs,
}: { streams?: Stream[]; watermarks?: Map<string, Watermark>; paceMs?: number } = {}) {
  let waited = 0;
  const sleep = (ms: number) => {
    waited += ms;
    return Promise.resolve();
  };
  const source = createSampleSource({ now: () => noon, sleep, ...(paceMs === undefined ? {} : { paceMs }) });
  const readings: { at: number; reading: Reading }[] = [];
  for await (const reading of source.read({ streams, watermarks, signal: new AbortController().signal }))
    readings.push({ at: waited, reading });
  return { readings, waited };
}
const itemsOf = (reading: Reading) => (reading.state === 'ok' ? reading.items : []);
const allItems = (readings: { reading: Reading }[]) => readings.flatMap(({ reading }) => itemsOf(reading));
const labelOf = (fullname: string): number => labels.get(fullname.slice(3)) ?? -1;

describe('sample source', () => {
  it('yields every invented post and comment once', async () => {
    const { readings } = await readAll({ paceMs: 0 });
    const names = allItems(readings).map(({ fullname }) => fullname);
    expect(names.length).toBe(labels.size);
    expect(new Set(names).size).toBe(labels.size);
  });

  it('puts each item only into readings of its own stream', async () => {
    const { readings } = await readAll({ paceMs: 0 });
    const strays = readings.flatMap(({ reading }) =>
      itemsOf(reading).filter((item) => streamKey({ kind: `${item.kind}s`, name: item.subreddit }) !== streamKey(reading.stream)),
    );
    expect(strays).toEqual([]);
  });

  it('dates items relative to now and links to nothing on Reddit', async () => {
    const items = allItems((await readAll({ paceMs: 0 })).readings);
    const ages = new Map(listSamples().map(({ id, minutesAgo }) => [id, minutesAgo]));
    expect(items.filter((item) => (noon - item.createdAt) / 60_000 !== ages.get(item.fullname.slice(3)))).toEqual([]);
    expect(items.filter((item) => item.permalink !== null || item.url !== null)).toEqual([]);
  });

  it("gives a comment its thread's title and fullname", async () => {
    const items = allItems((await readAll({ paceMs: 0 })).readings);
    const byName = new Map(items.map((item) => [item.fullname, item]));
    const comments = items.filter(({ kind }) => kind === 'comment');
    expect(comments.length).toBeGreaterThan(0);
    expect(comments.filter((item) => byName.get(item.linkFullname ?? '')?.title !== item.title)).toEqual([]);
    expect(comments.filter((item) => !item.fullname.startsWith('t1_'))).toEqual([]);
  });

  it('yields a strong post in the first second and others for 20 to 30 seconds', async () => {
    const { readings, waited } = await readAll();
    const strongAt = readings.filter(({ reading }) => itemsOf(reading).some(({ fullname }) => labelOf(fullname) === 3)).map(({ at }) => at);
    expect(strongAt[0]).toBeLessThan(1000);
    const pauses = [...strongAt.slice(1), waited].map((at, index) => at - (strongAt[index] ?? 0));
    expect(Math.max(...pauses)).toBeLessThan(7000);
    expect(waited).toBeGreaterThan(20_000);
    expect(waited).toBeLessThan(30_000);
  });

  it('reads each stream newest first and reports its newest item', async () => {
    const { readings } = await readAll({ streams: streamsOf(['FreeLance']), paceMs: 0 });
    const posts = readings.filter(({ reading }) => reading.stream.kind === 'posts');
    const times = allItems(posts).map(({ createdAt }) => createdAt);
    expect(posts.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(posts.map(({ reading }) => reading.state === 'ok' && reading.newest)).toEqual(posts.map(() => times[0]));
  });

  it('alternates between streams, a few items each', async () => {
    const { readings } = await readAll({
      streams: [
        { kind: 'posts', name: 'webdev' },
        { kind: 'posts', name: 'Etsy' },
      ],
      paceMs: 0,
    });
    expect(readings.slice(0, 4).map(({ reading }) => reading.stream.name)).toEqual(['webdev', 'Etsy', 'webdev', 'Etsy']);
    expect(Math.max(...readings.map(({ reading }) => itemsOf(reading).length))).toBe(4);
  });

  it('skips what a watermark knows, and then finishes at once with nothing new', async () => {
    const stream: Stream = { kind: 'posts', name: 'consulting' };
    const known = new Set(allItems((await readAll({ streams: [stream], paceMs: 0 })).readings).map(({ fullname }) => fullname));
    const again = await readAll({ streams: [stream, stream], watermarks: new Map([[streamKey(stream), { newest: noon, known }]]) });
    expect(again.readings.map(({ reading }) => ({ state: reading.state, items: itemsOf(reading) }))).toEqual([
      { state: 'ok', items: [] },
      { state: 'ok', items: [] },
    ]);
    expect(again.waited).toBe(0);
  });

  it('reports a stream without sample posts as unreadable, not as empty', async () => {
    const { readings } = await readAll({
      streams: [
        { kind: 'posts', name: 'nosuchplace' },
        { kind: 'search', name: 'invoice' },
      ],
      paceMs: 0,
    });
    expect(readings.map(({ reading }) => reading.state === 'failed' && reading.error)).toEqual([
      'There are no sample posts in r/nosuchplace',
      'The sample posts cannot be searched',
    ]);
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const source = createSampleSource({ now: () => noon, sleep: () => Promise.resolve(), paceMs: 0 });
    const seen: Reading[] = [];
    const reading = async () => {
      for await (const one of source.read({ streams: everywhere, watermarks: new Map(), signal: stop.signal })) {
        seen.push(one);
        stop.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
    expect(seen.length).toBe(1);
  });
});

it('matches every strong sample post, most of the possible ones, and little noise', async () => {
  const matcher = compileMatcher([campaign], () => null);
  const items = allItems((await readAll({ paceMs: 0 })).readings);
  const share = (label: number): number => {
    const labelled = items.filter(({ fullname }) => labelOf(fullname) === label);
    return labelled.filter((item) => matcher.match(item).length > 0).length / labelled.length;
  };
  expect(share(3)).toBe(1);
  expect(share(2)).toBeGreaterThan(0.7);
  expect(share(0)).toBeLessThan(0.1);
});

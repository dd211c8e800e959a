import { describe, expect, it } from 'vitest';
import { namesOf } from '#shared/streams.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { sampleCampaign } from './sample-data/campaign.ts';
import { createSampleSource, listSamples, type Sample } from './sample.ts';
import type { Watermark } from './source.ts';
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

const samples = listSamples();
const byId = new Map(samples.map((sample) => [sample.id, sample]));
const posts = samples.filter(({ kind }) => kind === 'post');
const comments = samples.filter(({ kind }) => kind === 'comment');
const countOf = (label: number): number => samples.filter((sample) => sample.label === label).length;
const textOf = ({ title = '', body }: Sample): string => `${title}\n${body}`.toLowerCase().replace(/\s+/g, ' ').trim();
const lengthOf = (sample: Sample): number => textOf(sample).split(' ').length;

describe('sample posts', () => {
  it('include at least 320 items in at least 16 subreddits', () => {
    expect(samples.length).toBeGreaterThanOrEqual(320);
    expect(new Set(samples.map(({ subreddit }) => subreddit)).size).toBeGreaterThanOrEqual(16);
  });

  it('contain strong, possible, and on-topic ones among about as much noise', () => {
    expect(countOf(3)).toBeGreaterThanOrEqual(25);
    expect(countOf(2)).toBeGreaterThanOrEqual(35);
    expect(countOf(1)).toBeGreaterThanOrEqual(80);
    expect(countOf(0)).toBeGreaterThanOrEqual(170);
    expect(countOf(0) / samples.length).toBeGreaterThan(0.4);
    expect(countOf(0) / samples.length).toBeLessThan(0.6);
  });

  it('have unique ids', () => {
    expect(byId.size).toBe(samples.length);
  });

  it('never repeat a text, except in one crosspost', () => {
    const originals = samples.filter(({ crosspost }) => !crosspost);
    const texts = new Set(originals.map(textOf));
    expect(texts.size).toBe(originals.length);
    const titles = originals.flatMap(({ title }) => title ?? []);
    expect(new Set(titles).size).toBe(titles.length);
    const crossposts = samples.filter(({ crosspost }) => crosspost);
    expect(crossposts.length).toBe(1);
    expect(crossposts.filter((sample) => texts.has(textOf(sample))).length).toBe(1);
  });

  it('have authors that are obviously invented but valid on Reddit', () => {
    const authors = samples.flatMap(({ author }) => author ?? []);
    expect(authors.filter((author) => !/^[a-z]+_[a-z]+_sample$/.test(author) || author.length > 20)).toEqual([]);
    expect(new Set(authors).size).toBeGreaterThan(300);
  });

  it('range from one line to some 300 words', () => {
    const lengths = samples.map(lengthOf);
    expect(Math.min(...lengths)).toBeLessThan(8);
    expect(Math.max(...lengths)).toBeGreaterThan(250);
  });

  it('include one whose author deleted it, without text or name', () => {
    expect(samples.filter(({ gone }) => gone).map(({ author, body }) => ({ author, body }))).toEqual([{ author: null, body: '[deleted]' }]);
  });

  it('have titles if they are posts, and older threads if they are comments', () => {
    expect(posts.filter(({ title, parent }) => !title || parent !== undefined)).toEqual([]);
    const misplaced = comments.filter(({ parent = '', minutesAgo, subreddit, title }) => {
      const thread = byId.get(parent);
      return thread?.kind !== 'post' || thread.subreddit !== subreddit || thread.minutesAgo < minutesAgo || title !== undefined;
    });
    expect(misplaced).toEqual([]);
    expect(comments.length).toBeGreaterThan(40);
  });

  it('contain no URL that could be opened', () => {
    expect(samples.filter((sample) => /https?:|www\.|\.com\b|@\w+\.\w/.test(textOf(sample)))).toEqual([]);
  });
});

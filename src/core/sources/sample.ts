import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Now, Sleep } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ReadRequest, Source } from './source.ts';
import { type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';

const sampleSchema = z.strictObject({
  id: z.string().regex(/^smpl\d{3}$/),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  author: z.string().nullable(),
  /** Absent for comments: they have the title of their thread. */
  title: z.string().optional(),
  body: z.string(),
  /** Age when the sample is read. */
  minutesAgo: z.number().int().min(0),
  score: z.number().int(),
  numComments: z.number().int().min(0).optional(),
  /** How good a lead it is for the sample campaign, 0 to 3, as rated by a person. For tests and evaluation only. */
  label: z.number().int().min(0).max(3),
  /** For comments: the id of the post or comment it replies to. */
  parent: z.string().optional(),
  flair: z.string().optional(),
  gone: z.literal('deleted').optional(),
  crosspost: z.literal(true).optional(),
  over18: z.literal(true).optional(),
  distinguished: z.literal(true).optional(),
});
/** An invented post or comment, as stored in the data files. */
export type Sample = z.output<typeof sampleSchema>;

// Each URL is a literal, because the build copies only files it can find statically.
const files = [
  new URL('./sample-data/advice-and-books.json', import.meta.url),
  new URL('./sample-data/design-and-web.json', import.meta.url),
  new URL('./sample-data/freelancing.json', import.meta.url),
  new URL('./sample-data/makers.json', import.meta.url),
  new URL('./sample-data/pictures.json', import.meta.url),
  new URL('./sample-data/small-firms.json', import.meta.url),
  new URL('./sample-data/sound-and-film.json', import.meta.url),
  new URL('./sample-data/writing.json', import.meta.url),
];

/** All invented posts and comments. Reads the files on every call, so that they use no memory unless needed. */
export function listSamples(): Sample[] {
  return files.flatMap((file) => z.array(sampleSchema).parse(JSON.parse(readFileSync(file, 'utf8'))));
}

interface SampleOptions {
  now: Now;
  sleep: Sleep;
  /** Milliseconds between two readings; 0 reads everything at once. */
  paceMs?: number;
}

/** Small readings, so that users see posts arrive one after the other. */
const itemsPerReading = 4;
/** The whole sample is about a hundred readings, so it takes some 25 s. */
const defaultPaceMs = 250;
const msPerMinute = 60_000;

/**
 * Replays the invented posts that ship with the product. Each read dates them relative to now and alternates between streams, a
 * few items each (newest first), without what a watermark knows. Rejects only when the signal aborts.
 */
export function createSampleSource({ now, sleep, paceMs = defaultPaceMs }: SampleOptions): Source {
  async function* read({ streams, watermarks, signal }: ReadRequest): AsyncGenerator<Reading> {
    const itemsByStream = groupByStream(toFetchedItems(listSamples(), now()));
    const turns = takeTurns(
      streams.map((stream) => listReadings(stream, itemsByStream, watermarks.get(streamKey(stream))?.known ?? new Set())),
    );
    for (const [index, reading] of turns.entries()) {
      signal.throwIfAborted();
      if (index > 0 && reading.state === 'ok' && reading.items.length > 0) await sleep(paceMs, signal);
      yield reading;
    }
  }
  return { id: 'sample', read, status: () => ({ state: 'ok', message: 'Replays invented sample posts', until: null }) };
}

/** Takes a reading from each stream in turn until all are empty. */
function takeTurns(queues: Reading[][]): Reading[] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, round) => queues.flatMap((queue) => queue.slice(round, round + 1))).flat();
}

function listReadings(stream: Stream, itemsByStream: ReadonlyMap<string, FetchedItem[]>, known: ReadonlySet<string>): Reading[] {
  if (stream.kind === 'search') return [failed(stream, 'The sample posts cannot be searched')];
  const all = itemsByStream.get(streamKey(stream));
  if (!all) return [failed(stream, `There are no sample posts in r/${stream.name}`)];
  const newest = all[0]?.createdAt ?? null;
  const fresh = all.filter(({ fullname }) => !known.has(fullname));
  const readings = Math.max(1, Math.ceil(fresh.length / itemsPerReading));
  return Array.from({ length: readings }, (_, index) => {
    const items = fresh.slice(index * itemsPerReading, (index + 1) * itemsPerReading);
    return { stream, state: 'ok', items, newest, gap: null, refused: 0 };
  });
}

const failed = (stream: Stream, error: string): Reading => ({ stream, state: 'failed', failure: 'missing', error, retryAt: null });

/** By `streamKey`, newest first. A subreddit without comments still has an empty comment stream. */
function groupByStream(items: readonly FetchedItem[]): Map<string, FetchedItem[]> {
  const streams = new Map<string, FetchedItem[]>();
  for (const item of items.toSorted((one, other) => other.createdAt - one.createdAt)) {
    for (const kind of ['posts', 'comments'] as const) {
      const key = streamKey({ kind, name: item.subreddit });
      const before = streams.get(key) ?? [];
      streams.set(key, kind === `${item.kind}s` ? [...before, item] : before);
    }
  }
  return streams;
}

/** The invented posts and comments that aren't deleted, dated relative to `at`. */
export const listSampleItems = (at: number): FetchedItem[] => toFetchedItems(listSamples(), at).filter(({ gone }) => gone === null);

function toFetchedItems(samples: readonly Sample[], at: number): FetchedItem[] {
  const titles = new Map(samples.map(({ id, title }) => [id, title ?? '']));
  return samples.map((sample) => {
    const thread = sample.parent ? `t3_${sample.parent}` : null;
    return {
      fullname: `${sample.kind === 'post' ? 't3' : 't1'}_${sample.id}`,
      kind: sample.kind,
      subreddit: sample.subreddit,
      author: sample.author,
      title: sample.title ?? titles.get(sample.parent ?? '') ?? '',
      body: sample.body,
      url: null,
      // No link: any Reddit address could be someone's real thread.
      permalink: null,
      createdAt: at - sample.minutesAgo * msPerMinute,
      score: sample.score,
      numComments: sample.numComments ?? null,
      over18: sample.over18 ?? false,
      flair: sample.flair ?? null,
      parentFullname: thread,
      linkFullname: thread,
      locked: false,
      crosspost: sample.crosspost ?? false,
      distinguished: sample.distinguished ?? false,
      gone: sample.gone ?? null,
    };
  });
}

import type { Now } from '#core/platform/clock.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { FeedReader } from '#core/reddit/client/feeds.ts';
import { failedReading, type Marks } from '#core/reddit/client/wire.ts';
import { readingOf, targetOf } from './coverage.ts';
import type { ReadMemory } from './memory.ts';
import type { ReadRequest } from '../source.ts';
import { groupStreams, halves } from '#core/reddit/client/listings.ts';
import { type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';

type RssGroups = ReturnType<typeof createRssGroups>;

/** One in this many feeds is for a silent member of a group, which may be inaccessible. */
const proofEvery = 4;

/**
 * Decides which streams share a feed, and which feed is next. At one request a minute, a bad name can't be bisected at once: the
 * halves of a failed group stay separate and take turns until each is known to be good or is a single name.
 */
export function createRssGroups({ marks, memory, now }: { marks: Marks; memory: ReadMemory; now: Now }) {
  const apart = new Map<string, string>();
  const triedAt = new Map<string, number>();
  /** Had no items in their group and weren't requested alone yet. */
  const silentKeys = new Set<string>();
  let splits = 0;
  let feeds = 0;

  const isAlone = (stream: Stream) => stream.kind === 'search' || marks.isSuspect(stream);
  const isSilent = (stream: Stream) => silentKeys.has(streamKey(stream));
  const since = (group: readonly Stream[]) => Math.min(...group.map((stream) => triedAt.get(streamKey(stream)) ?? 0));

  /** Feeds to fetch, longest waiting first. */
  function inTurn(streams: readonly Stream[]): Stream[][] {
    const bins = Map.groupBy(
      streams.filter((stream) => !isAlone(stream)),
      (stream) => `${stream.kind} ${apart.get(streamKey(stream)) ?? ''}`,
    );
    const grouped = [...bins.values()].flatMap((bin) => groupStreams(bin, memory));
    return [...grouped, ...streams.filter(isAlone).map((stream) => [stream])].toSorted((a, b) => since(a) - since(b));
  }

  /** What to fetch next: a group that this round hasn't fetched yet, or a single silent stream. */
  function next(unserved: readonly Stream[], asked: readonly Stream[]): Stream[] | undefined {
    const silent = asked.filter(isSilent).toSorted((a, b) => since([a]) - since([b]));
    const isProof = silent.length > 0 && (unserved.length === 0 || feeds % proofEvery === proofEvery - 1);
    return isProof ? silent.slice(0, 1) : inTurn(unserved)[0];
  }

  return {
    inTurn,
    next,
    isSilent,
    tried(group: readonly Stream[]) {
      feeds += 1;
      for (const stream of group) triedAt.set(streamKey(stream), now());
    },
    setSilent(stream: Stream, value: boolean) {
      if (value) silentKeys.add(streamKey(stream));
      else silentKeys.delete(streamKey(stream));
    },
    /** One of these names makes the feed fail. */
    split(group: readonly Stream[]) {
      splits += 1;
      for (const [index, half] of halves(group).entries()) for (const stream of half) apart.set(streamKey(stream), `${splits}/${index}`);
    },
    /** None of these names makes the feed fail. */
    rejoin(group: readonly Stream[]) {
      for (const stream of group) apart.delete(streamKey(stream));
    },
  };
}

interface Deps {
  feeds: FeedReader;
  groups: RssGroups;
  marks: Marks;
  memory: ReadMemory;
  now: Now;
  backfillMs: number;
  /** Called with failures that affect more than one stream, and with null after a successful feed. */
  onTrouble: (failure: RedditFailure | null) => void;
}

/** Reddit may cut a feed to its default of 25 even when asked for 100; only a shorter one is certainly complete. */
const surelyWhole = 25;

/** Fetches a group's feed: one reading per stream, or none when the group must be split first. */
export function createFeedIngest(deps: Deps): (group: readonly Stream[], request: ReadRequest) => Promise<Reading[]> {
  const { groups, marks, onTrouble } = deps;
  return async (group, request) => {
    // The name's other stream may have shown it to be bad in this same round.
    const failures = group.map((stream) => marks.storedFailure(stream)).filter((reading) => reading !== null);
    if (failures.length > 0) return failures;
    try {
      return await ingestFeed(group, request, deps);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!(error instanceof RedditFailure)) throw error;
      if (!error.ofStream) onTrouble(error);
      if (!error.ofStream || group.length === 1) return group.map((stream) => failAndMark(stream, error, marks));
      groups.split(group);
      return [];
    }
  };
}

function failAndMark(stream: Stream, failure: RedditFailure, marks: Marks): Reading {
  if (failure.ofStream) marks.set(stream, failure);
  return failedReading(stream, failure);
}

async function ingestFeed(
  group: readonly Stream[],
  { watermarks, signal }: ReadRequest,
  { feeds, groups, marks, memory, now, backfillMs, onTrouble }: Deps,
): Promise<Reading[]> {
  const startedAt = now();
  groups.tried(group);
  const { path, query } = addressOf(group);
  const { items, refused } = await feeds.read(path, query, signal);
  onTrouble(null);
  groups.rejoin(group);
  for (const stream of group) marks.clear(stream);
  const speakers = group.length === 1 ? group.map(({ name }) => name) : items.map(({ subreddit }) => subreddit);
  for (const name of new Set(speakers)) memory.prove(name);
  const page = { items, reached: items.at(-1)?.createdAt ?? null, exhausted: items.length + refused < surelyWhole };
  return group.map((stream, index) => {
    const target = targetOf(stream, {
      watermark: watermarks.get(streamKey(stream)),
      earlier: memory.earlier(stream),
      backfillFrom: startedAt - backfillMs,
    });
    const reading = readingOf(target, { ...page, refused: index === 0 ? refused : 0 }, startedAt);
    memory.read(stream, { count: reading.items.length, spanMs: startedAt - target.floor, newest: reading.newest, broke: false, startedAt });
    return reading;
  });
}

function addressOf(group: readonly Stream[]): { path: string; query: Record<string, string> } {
  const [first] = group;
  if (first?.kind === 'search') return { path: '/search.rss', query: { q: first.name.slice(0, 512), sort: 'new', limit: '100' } };
  const names = group.map((stream) => encodeURIComponent(stream.name)).join('+');
  return { path: `/r/${names}/${first?.kind === 'comments' ? 'comments' : 'new'}/.rss`, query: { limit: '100' } };
}

import type { Now, Sleep } from '#core/platform/clock.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { FeedReader } from '#core/reddit/client/feeds.ts';
import { type SearchRequest, groupStreams, halves } from '#core/reddit/client/listings.ts';
import { createMarks, type ListingPage, failedReading, type Marks } from '#core/reddit/client/wire.ts';
import { createReadMemory, type LinkLookup, type ReadMemory, readingOf, targetOf } from './memory.ts';
import type { ReadRequest, Source } from '../source.ts';
import { type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';

type RssGroups = ReturnType<typeof createRssGroups>;

/** One in this many feeds is for a silent member of a group, which may be inaccessible. */
const proofEvery = 4;

/**
 * Decides which streams share a feed, and which feed is next. At one request a minute, a bad name can't be bisected at once: the
 * halves of a failed group stay separate and take turns until each is known to be good or is a single name.
 */
function createRssGroups({ marks, memory, now }: { marks: Marks; memory: ReadMemory; now: Now }) {
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

interface FeedDeps {
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
function createFeedIngest(deps: FeedDeps): (group: readonly Stream[], request: ReadRequest) => Promise<Reading[]> {
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
  { feeds, groups, marks, memory, now, backfillMs, onTrouble }: FeedDeps,
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

interface Deps {
  feeds: FeedReader;
  lookup: LinkLookup;
  now: Now;
  sleep: Sleep;
  intervalMs: number;
  /** How long one read may wait for requests; groups it didn't reach come first in the next one. */
  turnMs?: number;
  backfillMs?: number;
}

const day = 86_400_000;

/** Atom feeds: no key needed, but about one request a minute, no points, and at most a hundred items back. */
export function createRssSource(deps: Deps): Source {
  const { feeds, lookup, now, sleep, intervalMs, turnMs = 50_000, backfillMs = day } = deps;
  const marks = createMarks(now);
  const memory = createReadMemory(now);
  const groups = createRssGroups({ marks, memory, now });
  let trouble: RedditFailure | null = null;
  const onTrouble = (failure: RedditFailure | null) => {
    trouble = failure;
  };
  const ingest = createFeedIngest({ feeds, groups, marks, memory, now, backfillMs, onTrouble });

  async function* read(request: ReadRequest): AsyncGenerator<Reading> {
    const end = now() + turnMs;
    const failures = request.streams.map((stream) => marks.storedFailure(stream)).filter((reading) => reading !== null);
    yield* failures;
    const asked = new Map(request.streams.map((stream) => [streamKey(stream), stream]));
    for (const { stream } of failures) asked.delete(streamKey(stream));
    const unserved = new Map(asked);
    for (;;) {
      const group = groups.next([...unserved.values()], [...asked.values()]);
      const at = Math.max(now(), feeds.nextAt());
      if (!group || at > end) break;
      if (at > now()) await sleep(at - now(), request.signal);
      for (const reading of await ingest(group, request)) {
        const key = streamKey(reading.stream);
        const isSilent = reading.state === 'ok' && reading.items.length === 0 && !memory.isProven(reading.stream);
        unserved.delete(key);
        groups.setSilent(reading.stream, isSilent);
        if (!isSilent) asked.delete(key);
        if (!isSilent) yield reading;
      }
    }
    yield* waiting([...unserved.values()], 'Waiting for its turn: Reddit grants few feeds a minute');
    const silent = [...asked.values()].filter((stream) => !unserved.has(streamKey(stream)));
    yield* waiting(silent, 'Silent so far; it will be asked alone to be sure that it is open');
  }

  /** The position in the queue determines when each group is fetched. */
  function* waiting(streams: readonly Stream[], words: string): Generator<Reading> {
    for (const [index, group] of groups.inTurn(streams).entries()) {
      const retryAt = Math.max(now(), feeds.nextAt()) + index * intervalMs;
      for (const stream of group) yield { stream, state: 'failed', failure: 'limited', error: words, retryAt };
    }
  }

  return {
    id: 'rss',
    read,
    lookup: (url, signal) => lookup(url, async (link) => (await feeds.read(threadPath(link), { limit: '100' }, signal)).items, signal),
    search: (request, signal) => searchFeed(feeds, request, signal),
    status: () => statusOf({ nextAt: feeds.nextAt(), now: now(), intervalMs, trouble }),
  };
}

/** Feeds have no further pages, no points, and no comment counts. */
async function searchFeed(feeds: FeedReader, { words, subreddit, sort, t }: SearchRequest, signal: AbortSignal): Promise<ListingPage> {
  const query = { q: words.slice(0, 512), limit: '100', ...(sort ? { sort } : {}), ...(t ? { t } : {}) };
  const [path, scope] = subreddit ? [`/r/${encodeURIComponent(subreddit)}/search.rss`, { restrict_sr: '1' }] : ['/search.rss', {}];
  return { ...(await feeds.read(path, { ...query, ...scope }, signal)), after: null };
}

interface FeedTiming {
  nextAt: number;
  now: number;
  intervalMs: number;
  trouble: RedditFailure | null;
}

function statusOf({ nextAt, now, intervalMs, trouble }: FeedTiming): ReturnType<Source['status']> {
  if (nextAt > now + intervalMs) return { state: 'waiting', message: 'Reddit asked us to slow down', until: nextAt };
  if (trouble && trouble.kind !== 'limited') return { state: 'failing', message: trouble.message, until: nextAt };
  return { state: 'ok', message: `One feed every ${Math.round(intervalMs / 1000)} seconds`, until: null };
}

const threadPath = ({ postId, commentId }: { postId: string; commentId: string | null }) =>
  `/comments/${postId}/${commentId ? `_/${commentId}/` : ''}.rss`;

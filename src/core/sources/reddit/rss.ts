import type { Now, Sleep } from '#core/platform/clock.ts';
import type { RedditFailure } from '#core/reddit/client/failure.ts';
import type { FeedReader } from '#core/reddit/client/feeds.ts';
import type { SearchRequest } from '#core/reddit/client/listings.ts';
import { createMarks, type ListingPage } from '#core/reddit/client/wire.ts';
import { createReadMemory, type LinkLookup } from './memory.ts';
import { createFeedIngest, createRssGroups } from './rss-feeds.ts';
import type { ReadRequest, Source } from '../source.ts';
import { type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';

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

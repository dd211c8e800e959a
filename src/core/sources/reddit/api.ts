import type { Now } from '#core/platform/clock.ts';
import type { Budget } from '#core/reddit/client/budget.ts';
import type { RedditFailure } from '#core/reddit/client/failure.ts';
import type { Listings } from '#core/reddit/client/listings.ts';
import { createMarks } from '#core/reddit/client/wire.ts';
import { createGroupReader } from './api-groups.ts';
import { createReadMemory, type LinkLookup } from './memory.ts';
import type { ReadRequest, Recheck, Source } from '../source.ts';
import { streamKey, type Reading } from '#core/reddit/stream.ts';

interface Deps {
  listings: Listings;
  budget: Budget;
  lookup: LinkLookup;
  now: Now;
  backfillMs?: number;
}

const day = 86_400_000;

/** Reddit's API with a token: grouped listings, searches, rechecks of a hundred items at a time, and single threads. */
export function createApiSource({ listings, budget, lookup, now, backfillMs = day }: Deps): Required<Source> {
  const marks = createMarks(now);
  let trouble: RedditFailure | null = null;
  const onTrouble = (failure: RedditFailure | null) => {
    trouble = failure;
  };
  const groups = createGroupReader({ listings, marks, memory: createReadMemory(now), now, backfillMs, onTrouble });

  async function* read(request: ReadRequest): AsyncGenerator<Reading> {
    const streams = [...new Map(request.streams.map((stream) => [streamKey(stream), stream])).values()];
    yield* groups.readAll(streams, request);
  }

  async function recheck(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck> {
    const { items, missing } = await listings.info(fullnames, { signal });
    const result: Recheck = new Map(items.map((item) => [item.fullname, { gone: item.gone, item }]));
    for (const name of missing) result.set(name, { gone: 'missing', item: null });
    return result;
  }

  function status(): ReturnType<Source['status']> {
    const { pausedUntil, remaining, limit } = budget.state();
    if (pausedUntil !== null) return { state: 'waiting', message: 'Reddit asked us to slow down', until: pausedUntil };
    if (trouble) return { state: trouble.kind === 'limited' ? 'waiting' : 'failing', message: trouble.message, until: trouble.retryAt };
    const message =
      remaining === null || limit === null ? 'Ready' : `${Math.max(0, Math.floor(remaining))} of ${Math.round(limit)} requests left`;
    return { state: 'ok', message, until: null };
  }

  return {
    id: 'api',
    read,
    recheck,
    search: (request, signal) => listings.search(request, { priority: 'interactive', signal }),
    lookup: (url, signal) =>
      lookup(url, ({ postId, commentId }) => listings.thread(postId, { commentId, priority: 'interactive', signal }), signal),
    status,
  };
}

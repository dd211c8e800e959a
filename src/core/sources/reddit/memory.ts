import type { Now } from '#core/platform/clock.ts';
import type { Earlier } from './coverage.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Upstream, UpstreamError } from '#core/platform/http/upstream.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { parseRedditLink, type RedditLink } from '#core/reddit/client/links.ts';
import { type Stream, streamKey } from '#core/reddit/stream.ts';

const day = 86_400_000;
/** Items per day expected from a stream that was never read. */
const unknownPerDay = 4;

interface Done {
  /** Number of new items within `spanMs`. */
  count: number;
  spanMs: number;
  newest: number | null;
  /** The read was interrupted. */
  broke: boolean;
  /** UTC ms. */
  startedAt: number;
}

export type ReadMemory = ReturnType<typeof createReadMemory>;

/**
 * What a source remembers of its streams between rounds. Kept in memory only, because after a restart the stored watermarks
 * suffice.
 */
export function createReadMemory(now: Now) {
  const perMs = new Map<string, number>();
  const lastRead = new Map<string, number>();
  const earlier = new Map<string, Earlier>();
  const provenAt = new Map<string, number>();
  return {
    read(stream: Stream, { count, spanMs, newest, broke, startedAt }: Done) {
      const key = streamKey(stream);
      lastRead.set(key, now());
      const rate = count / Math.max(spanMs, 60_000);
      perMs.set(key, ((perMs.get(key) ?? rate) + rate) / 2);
      if (broke) earlier.delete(key);
      else earlier.set(key, { coveredAt: startedAt, newest });
    },
    /** Number of new items expected from a read now. `readAt`: as stored, which another server may have done. */
    expected(stream: Stream, readAt: number | null = null): number {
      const key = streamKey(stream);
      const rate = perMs.get(key);
      if (rate === undefined) return unknownPerDay;
      return rate * Math.min(day, now() - Math.max(lastRead.get(key) ?? -Infinity, readAt ?? -Infinity));
    },
    earlier: (stream: Stream): Earlier => earlier.get(streamKey(stream)) ?? {},
    /** Groups with the longest-waiting stream first, so that none starves when the budget runs out early. */
    longestWaitingFirst(groups: readonly Stream[][]): Stream[][] {
      const since = (group: Stream[]) => Math.min(...group.map((stream) => lastRead.get(streamKey(stream)) ?? 0));
      return groups.toSorted((a, b) => since(a) - since(b));
    },
    /** Notes that this subreddit itself had items, so it is accessible. */
    prove: (name: string) => void provenAt.set(name.toLowerCase(), now()),
    /**
     * Reddit silently leaves inaccessible subreddits out of a group, so an empty result counts as "nothing new" only for a while.
     */
    isProven: (stream: Stream): boolean => stream.kind === 'search' || (provenAt.get(stream.name.toLowerCase()) ?? -Infinity) > now() - day,
  };
}

export type ThreadLink = Extract<RedditLink, { kind: 'thread' }>;

/** Reads what a pasted link points to through a source's thread reader; the linked item comes first. */
export type LinkLookup = (
  url: string,
  readThread: (link: ThreadLink) => Promise<FetchedItem[]>,
  signal: AbortSignal,
) => Promise<FetchedItem[]>;

/**
 * Only configured addresses are ever called: just the ids are taken from a link, and a share link is resolved at the configured
 * `wwwUrl`. Throws AppErrors that may be shown.
 */
export function createLinkLookup({ wwwUrl, upstream, now }: { wwwUrl: string; upstream: Upstream; now: Now }): LinkLookup {
  async function targetOf(link: RedditLink | null, signal: AbortSignal): Promise<ThreadLink> {
    if (link?.kind === 'thread') return link;
    if (link === null) throw new AppError('invalid', 'That is not a link to a Reddit post or comment');
    const reply = await upstream.send({ url: wwwUrl.replace(/\/+$/, '') + link.path, signal });
    const target = parseRedditLink(reply.headers.get('location') ?? '');
    if (target?.kind !== 'thread') throw new AppError('not_found', 'This share link could not be resolved');
    return target;
  }

  return async (url, readThread, signal) => {
    try {
      const link = await targetOf(parseRedditLink(url), signal);
      const items = await readThread(link);
      const wanted = link.commentId ? `t1_${link.commentId}` : `t3_${link.postId}`;
      if (!items.some(({ fullname }) => fullname === wanted))
        throw new AppError('not_found', 'This post or comment is not available on Reddit');
      return items.toSorted((a, b) => Number(b.fullname === wanted) - Number(a.fullname === wanted));
    } catch (error) {
      signal.throwIfAborted();
      throw shown(error, now());
    }
  };
}

function shown(error: unknown, now: number): unknown {
  if (error instanceof AppError) return error;
  const failure = error instanceof RedditFailure ? error : null;
  if (failure?.kind === 'limited')
    return new AppError('too_many', failure.message, {
      cause: error,
      retryAfter: Math.ceil(Math.max(1000, (failure.retryAt ?? now) - now) / 1000),
    });
  if (failure?.ofStream) return new AppError('not_found', failure.message, { cause: error });
  if (!failure && !(error instanceof UpstreamError)) return error;
  return new AppError('unavailable', failure?.message ?? 'Reddit could not be reached', { cause: error });
}

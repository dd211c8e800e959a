import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Upstream, UpstreamError } from '#core/platform/http/upstream.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { parseRedditLink, type RedditLink } from '#core/reddit/client/links.ts';
import { type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';
import type { Watermark } from '../source.ts';

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

type ThreadLink = Extract<RedditLink, { kind: 'thread' }>;

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
  async function threadOf(link: RedditLink | null, signal: AbortSignal): Promise<ThreadLink> {
    if (link?.kind === 'thread') return link;
    if (link === null) throw new AppError('invalid', 'That is not a link to a Reddit post or comment');
    const reply = await upstream.send({ url: wwwUrl.replace(/\/+$/, '') + link.path, signal });
    const target = parseRedditLink(reply.headers.get('location') ?? '');
    if (target?.kind !== 'thread') throw new AppError('not_found', 'This share link could not be resolved');
    return target;
  }

  return async (url, readThread, signal) => {
    try {
      const link = await threadOf(parseRedditLink(url), signal);
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

/**
 * How far a read goes back before the newest stored item: filtered items show up late with their original time, and listings
 * aren't strictly ordered by time.
 */
const overlapMs = 30 * 60_000;
/** How far `Watermark.known` should reach back before the newest item, so that no item is returned twice. */
export const knownSpanMs = 2 * overlapMs;

/** Items newest first, as listed, and how far back they reach. */
interface FetchedPage {
  items: readonly FetchedItem[];
  refused: number;
  /** UTC ms of the oldest item in any stream of the group; null when the listing was empty. */
  reached: number | null;
  /** Nothing older than `reached` exists. */
  exhausted: boolean;
}

interface Target {
  stream: Stream;
  /** UTC ms up to which the stream was read before, or from which to read a new stream. */
  floor: number;
  /** The stream was read before, so missing items after `floor` are a gap. */
  returning: boolean;
  /** UTC ms of the newest stored item. */
  newest: number | null;
  known: ReadonlySet<string>;
}

/** What a source remembers of earlier reads of a stream, in UTC ms. */
interface Earlier {
  /** Everything before this time was read. */
  coveredAt?: number | undefined;
  /** The newest item of that read; until it is stored, the read doesn't count. */
  newest?: number | null;
}

/** Where an interrupted read resumes (UTC ms), even if newer items are stored by then; empty for one that was read to its end. */
export const cursorOf = (resumeAt: number | null): string => (resumeAt === null ? '' : String(resumeAt));
const resumeAtOf = (cursor: string | null): number => Number(cursor) || Infinity;

export function targetOf(
  stream: Stream,
  { watermark, earlier, backfillFrom }: { watermark: Watermark | undefined; earlier: Earlier; backfillFrom: number },
): Target {
  const { newest = null, readAt = null, cursor = null, known = new Set<string>() } = watermark ?? {};
  const stored = (newest ?? -Infinity) >= (earlier.newest ?? -Infinity);
  const readTo = Math.max(newest ?? -Infinity, readAt ?? -Infinity, (stored ? earlier.coveredAt : null) ?? -Infinity);
  const returning = readTo > -Infinity;
  return { stream, floor: Math.min(returning ? readTo : backfillFrom, resumeAtOf(cursor)), returning, newest, known };
}

const ofStream = (stream: Stream, item: FetchedItem) =>
  stream.kind === 'search' || item.subreddit.toLowerCase() === stream.name.toLowerCase();

/** True once everything newer than the target's floor was read. */
export function isCovered({ stream, floor, known, returning }: Target, { items, reached, exhausted }: FetchedPage): boolean {
  if (exhausted || reached === null) return true;
  if (!returning) return reached < floor;
  const metKnown = items.some((item) => ofStream(stream, item) && known.has(item.fullname));
  return reached < floor - (metKnown ? overlapMs : 2 * overlapMs);
}

/** The reading of one stream from the page of its group. Times after `now` don't move the watermark. */
export function readingOf(target: Target, page: FetchedPage, now: number): Extract<Reading, { state: 'ok' }> {
  const { stream, floor, returning, newest, known } = target;
  const all = page.items.filter((item) => ofStream(stream, item));
  const items = all.filter((item) => !known.has(item.fullname) && (!returning || item.createdAt >= floor - 2 * overlapMs));
  const times = all.map((item) => item.createdAt).filter((time) => time <= now + 60_000);
  const latest = times.reduce((a, b) => Math.max(a, b), newest ?? 0) || null;
  const gap = returning && !isCovered(target, page) ? { from: floor, to: page.reached ?? now } : null;
  return { stream, state: 'ok', items, newest: latest, gap, refused: page.refused };
}

import type { FetchedItem } from '#core/platform/item.ts';
import type { Watermark } from './source.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';

/**
 * How far behind the newest stored item a read goes back: items held by a filter turn up late, with their old time,
 * and order is not strictly by time.
 */
export const overlapMs = 30 * 60_000;
/** How far behind the newest item `Watermark.known` should reach, for no item to be handed on twice. */
export const knownSpanMs = 2 * overlapMs;

/** Newest first, as a listing came, and how far back it reached. */
interface FetchedPage {
  items: readonly FetchedItem[];
  refused: number;
  /** UTC ms of the oldest item read, for all streams of the group; null when nothing came. */
  reached: number | null;
  /** There is nothing older than `reached`. */
  exhausted: boolean;
}

export interface Target {
  stream: Stream;
  /** UTC ms up to which the stream was read before, or from which a new stream is to be read. */
  floor: number;
  /** Read before, so that a hole after `floor` is a gap. */
  returning: boolean;
  /** UTC ms of the newest item stored. */
  newest: number | null;
  known: ReadonlySet<string>;
}

/** What a source knows from earlier reads of a stream, in UTC ms. */
export interface Earlier {
  /** All that came before was read, */
  coveredAt?: number | undefined;
  /** and this was the newest of it: as long as that is not stored, the read does not count. */
  newest?: number | null;
  /** A read broke off: go back to here, though newer items are stored by now. */
  resumeAt?: number | undefined;
}

export function targetOf(
  stream: Stream,
  { watermark, earlier, backfillFrom }: { watermark: Watermark | undefined; earlier: Earlier; backfillFrom: number },
): Target {
  const { newest = null, readAt = null, known = new Set<string>() } = watermark ?? {};
  const stored = (newest ?? -Infinity) >= (earlier.newest ?? -Infinity);
  const readTo = Math.max(newest ?? -Infinity, readAt ?? -Infinity, (stored ? earlier.coveredAt : null) ?? -Infinity);
  const returning = readTo > -Infinity;
  return { stream, floor: Math.min(returning ? readTo : backfillFrom, earlier.resumeAt ?? Infinity), returning, newest, known };
}

const ofStream = (stream: Stream, item: FetchedItem) =>
  stream.kind === 'search' || item.subreddit.toLowerCase() === stream.name.toLowerCase();

/** True once everything newer than the target's floor was seen. */
export function isCovered({ stream, floor, known, returning }: Target, { items, reached, exhausted }: FetchedPage): boolean {
  if (exhausted || reached === null) return true;
  if (!returning) return reached < floor;
  const metKnown = items.some((item) => ofStream(stream, item) && known.has(item.fullname));
  return reached < floor - (metKnown ? overlapMs : 2 * overlapMs);
}

/** What a read of a group came to for one of its streams. Times that lie ahead of `now` move no watermark. */
export function readingOf(target: Target, page: FetchedPage, now: number): Extract<Reading, { state: 'ok' }> {
  const { stream, floor, returning, newest, known } = target;
  const all = page.items.filter((item) => ofStream(stream, item));
  const items = all.filter((item) => !known.has(item.fullname) && (!returning || item.createdAt >= floor - 2 * overlapMs));
  const times = all.map((item) => item.createdAt).filter((time) => time <= now + 60_000);
  const latest = times.reduce((a, b) => Math.max(a, b), newest ?? 0) || null;
  const gap = returning && !isCovered(target, page) ? { from: floor, to: page.reached ?? now } : null;
  return { stream, state: 'ok', items, newest: latest, gap, refused: page.refused };
}

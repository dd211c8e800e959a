import type { FetchedItem } from '#core/platform/item.ts';
import type { Watermark } from '../source.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';

/**
 * How far a read goes back before the newest stored item: filtered items show up late with their original time, and listings
 * aren't strictly ordered by time.
 */
export const overlapMs = 30 * 60_000;
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

export interface Target {
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
export interface Earlier {
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

import * as z from 'zod';
import { dayMs } from '#shared/time.ts';
import { SourceFailure } from './failure.ts';

/** When a list is read the first time: what is newest of the last 30 days. */
export const firstMs = 30 * dayMs;
const maxKnown = 1000;

/** As many pages when somebody waits for the first reading. */
export const peekPages = 2;

/** Where the reading of a list stopped. */
export const markSchema = z.object({
  /** Time of the newest row that was read, in UTC ms; seconds would be before 2001. */
  newest: z.int().min(1e12),
  /** IDs of those read in the overlap before it. */
  known: z.array(z.union([z.string(), z.number()])),
});
export type Mark = z.output<typeof markSchema>;

interface Row {
  id: string | number;
  /** When it was posted, in UTC ms. */
  at: number;
  /** It may stand before newer ones. */
  isPinned?: boolean;
}
export interface Rows<Of, Next> {
  rows: readonly Of[];
  /** Number of unreadable ones. */
  refused: number;
  /** What to ask for next; null at the end. */
  next: Next | null;
}
export interface ListAt<Next> {
  /** UTC ms. */
  since: number;
  /** As the page before it said; null for the first. */
  from: Next | null;
  isFirst: boolean;
}
export type List<Of, Next> = (at: ListAt<Next>) => Promise<Rows<Of, Next>>;

interface Reach {
  now: number;
  mark: Mark | null | undefined;
  /** What was posted this long before the newest may be listed later than that. */
  overlapMs: number;
  /** At most so many pages, at first and later. */
  pages: readonly [number, number];
  /** After the first time, the list has the oldest first: what isn't reached, or left because of a limit, comes the next time. */
  goesForward?: true;
}

export interface New<Of> {
  /** Those that weren't read before, oldest first. */
  rows: Of[];
  refused: number;
  /** What was posted between the last reading and this one, and is beyond its pages. */
  gap: { from: number; to: number } | null;
  isFirst: boolean;
  /** Where it stops when these were read. */
  markAfter: (read: readonly Row[]) => Mark;
}

/** What is new in a list that has the newest first. */
export async function readNew<Of extends Row, Next>(list: List<Of, Next>, { now, overlapMs, ...reach }: Reach): Promise<New<Of>> {
  const mark = reach.mark && reach.mark.newest <= now ? reach.mark : null;
  const isFirst = mark === null;
  const isForward = reach.goesForward === true && !isFirst;
  const since = mark === null ? now - firstMs : mark.newest - overlapMs;
  const listed = new Map<Of['id'], Of>();
  let [refused, isWhole, isCut] = [0, false, false];
  let from: Next | null = null;
  for (let left = reach.pages[isFirst ? 0 : 1]; left > 0 && !isWhole; left -= 1) {
    const page: Rows<Of, Next> | null = await list({ since, from, isFirst }).catch((error: unknown) => {
      if (reach.goesForward && listed.size > 0 && error instanceof SourceFailure && error.kind === 'limited') return null;
      throw error;
    });
    if (page === null) {
      isCut = true;
      break;
    }
    const before = listed.size;
    for (const row of page.rows) listed.set(row.id, row);
    refused += page.refused;
    from = page.next;
    isWhole = from === null || (!isForward && page.rows.some(({ at, isPinned }) => at < since && !isPinned));
    // A site that answers every page with the same.
    if (page.rows.length > 0 && listed.size === before) break;
  }
  const recent = [...listed.values()]
    .filter(({ at }) => at >= since)
    .toReversed()
    .toSorted((a, b) => a.at - b.at);
  const known = new Set(mark?.known);
  const seenTo = mark?.newest ?? (isCut ? since : now);
  const oldest = recent.reduce((min, { at, isPinned }) => (isPinned ? min : Math.min(min, at)), now);
  const isMissing = !isWhole && !isForward && oldest > seenTo;
  return {
    rows: recent.filter(({ id }) => !known.has(id)),
    refused,
    gap: isMissing ? { from: seenTo, to: oldest } : null,
    isFirst,
    markAfter: (read) => {
      const newest = read.reduce((max, { at }) => (at <= now ? Math.max(max, at) : max), mark?.newest ?? since);
      const near = read.filter(({ at }) => at >= newest - overlapMs).map(({ id }) => id);
      // Newest first: the oldest are dropped.
      return { newest, known: [...new Set([...near.toReversed(), ...known])].slice(0, maxKnown) };
    },
  };
}

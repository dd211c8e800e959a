import type { Now } from '#core/platform/clock.ts';
import type { Earlier } from './coverage.ts';
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

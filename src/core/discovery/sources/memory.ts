import type { Now } from '#core/platform/clock.ts';
import type { Earlier } from './coverage.ts';
import { type Stream, streamKey } from '#core/reddit/stream.ts';

const day = 86_400_000;
/** Items a day expected of a stream that was never read. */
const unknownPerDay = 4;

interface Done {
  /** New items within so many ms. */
  count: number;
  spanMs: number;
  newest: number | null;
  /** Null when all was read. */
  resume: number | null;
  /** UTC ms. */
  startedAt: number;
}

export type ReadMemory = ReturnType<typeof createReadMemory>;

/** What a source remembers of its streams between rounds. In memory only: after a restart the stored watermarks suffice. */
export function createReadMemory(now: Now) {
  const perMs = new Map<string, number>();
  const lastRead = new Map<string, number>();
  const earlier = new Map<string, Earlier>();
  const provenAt = new Map<string, number>();
  return {
    read(stream: Stream, { count, spanMs, newest, resume, startedAt }: Done) {
      const key = streamKey(stream);
      lastRead.set(key, now());
      const rate = count / Math.max(spanMs, 60_000);
      perMs.set(key, ((perMs.get(key) ?? rate) + rate) / 2);
      earlier.set(key, resume === null ? { coveredAt: startedAt, newest } : { resumeAt: resume });
    },
    /** How many new items a read now is expected to yield. */
    expected(stream: Stream): number {
      const key = streamKey(stream);
      const sinceMs = Math.min(day, now() - (lastRead.get(key) ?? -Infinity));
      return (perMs.get(key) ?? unknownPerDay / day) * sinceMs;
    },
    earlier: (stream: Stream): Earlier => earlier.get(streamKey(stream)) ?? {},
    /** Groups in which a stream waits longest first: where the budget ends early, nobody starves. */
    longestWaitingFirst(groups: readonly Stream[][]): Stream[][] {
      const since = (group: Stream[]) => Math.min(...group.map((stream) => lastRead.get(streamKey(stream)) ?? 0));
      return groups.toSorted((a, b) => since(a) - since(b));
    },
    /** This community answered in its own name. */
    prove: (name: string) => void provenAt.set(name.toLowerCase(), now()),
    /** A group leaves closed members out without a word, so silence counts as "nothing new" only for a while. */
    isProven: (stream: Stream): boolean => stream.kind === 'search' || (provenAt.get(stream.name.toLowerCase()) ?? -Infinity) > now() - day,
  };
}

import { minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';

/** What was read is used again for trials of the same user this long, so that a changed rule needs no request. */
const freshMs = 5 * minuteMs;
const keptMs = 30 * minuteMs;
const maxCharacters = 20_000_000;
/** Streams that a user's trials may ask sources for. */
const [maxStreams, windowMs] = [300, 10 * minuteMs];

interface KeptReading {
  userId: number;
  at: number;
  readings: Reading[];
  characters: number;
}
const itemsOf = ({ readings }: KeptReading): FetchedItem[] => readings.flatMap((reading) => (reading.state === 'ok' ? reading.items : []));
const charactersOf = (reading: Reading): number =>
  reading.state === 'ok' ? reading.items.reduce((sum, { title, body }) => sum + title.length + body.length, 0) : 0;

interface Recalled {
  item: FetchedItem;
  stream: Stream;
}

/** What the last trials read. Kept in memory only, because nobody has saved it. */
export function createTrialReadings(now: Now) {
  const kept = new Map<string, KeptReading>();
  const asked = new Map<number, { at: number; streams: number }[]>();
  const keyOf = (userId: number, stream: Stream): string => `${userId} ${streamKey(stream)}`;

  function forget(): void {
    let characters = 0;
    for (const [key, one] of [...kept].toReversed()) {
      characters += one.characters;
      if (characters > maxCharacters || one.at < now() - keptMs) kept.delete(key);
    }
  }

  return {
    /** Throws `too_many` if the user's trials have asked for many streams in the last minutes. */
    count(userId: number, streams: number): void {
      const recent = (asked.get(userId) ?? []).filter(({ at }) => at > now() - windowMs);
      const [oldest] = recent;
      const total = recent.reduce((sum, one) => sum + one.streams, streams);
      if (oldest && total > maxStreams) {
        const retryAfter = Math.ceil((oldest.at + windowMs - now()) / 1000);
        throw new AppError('too_many', 'You tried many sources in the last minutes. Wait a few minutes, then try again.', { retryAfter });
      }
      asked.set(userId, [...recent, { at: now(), streams }]);
    },
    /** Its readings if it was read a moment ago; null otherwise. */
    find(userId: number, stream: Stream): readonly Reading[] | null {
      const one = kept.get(keyOf(userId, stream));
      return one && one.at > now() - freshMs && one.readings.some(({ state }) => state === 'ok') ? one.readings : null;
    },
    /** A stream may be read in several parts; `isFirst` replaces those of an earlier trial. */
    keep(userId: number, reading: Reading, isFirst: boolean): void {
      const key = keyOf(userId, reading.stream);
      const before = isFirst ? undefined : kept.get(key);
      // Deleted first, so that it becomes the newest.
      kept.delete(key);
      const characters = (before?.characters ?? 0) + charactersOf(reading);
      kept.set(key, { userId, at: now(), readings: [...(before?.readings ?? []), reading], characters });
      forget();
    },
    /** What trials of this user read, by fullname, with the stream it came from. */
    recall(userId: number, fullnames: ReadonlySet<string>): Map<string, Recalled> {
      forget();
      const found = new Map<string, Recalled>();
      for (const one of kept.values()) {
        const [first] = one.readings;
        if (one.userId !== userId || !first) continue;
        for (const item of itemsOf(one)) if (fullnames.has(item.fullname)) found.set(item.fullname, { item, stream: first.stream });
      }
      return found;
    },
  };
}

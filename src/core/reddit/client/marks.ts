import type { Now } from '#core/platform/clock.ts';
import type { FailureKind, Stream, Reading } from '../stream.ts';
import type { RedditFailure } from './failure.ts';

interface Mark {
  failure: FailureKind;
  words: string;
  /** UTC ms from which the name is tried again, alone. */
  until: number;
}

export interface Marks {
  /** Keeps a community out of all groups for some hours; searches are never kept out. */
  set(place: Stream, failure: RedditFailure): void;
  clear(place: Stream): void;
  /** The failed reading of a place that is not to be asked now; null when it may be. */
  standing(place: Stream): Reading | null;
  /** Was bad when last asked: ask it alone, so that it cannot spoil a group again. */
  isSuspect(place: Stream): boolean;
}

const hour = 3_600_000;

/** Communities that cannot be read. A private one may open again; a misspelt name rarely comes to exist. */
export function createMarks(now: Now): Marks {
  const marks = new Map<string, Mark>();
  /** Words that are searched for are no name of a community. */
  const keyOf = (place: Stream) => (place.kind === 'search' ? null : place.name.toLowerCase());
  const markOf = (place: Stream) => marks.get(keyOf(place) ?? '');
  return {
    set(place, { kind, message }) {
      const key = keyOf(place);
      const hours = kind === 'missing' || kind === 'banned' ? 24 : 6;
      if (key !== null) marks.set(key, { failure: kind, words: message, until: now() + hours * hour });
    },
    clear: (place) => void marks.delete(keyOf(place) ?? ''),
    standing(place) {
      const mark = markOf(place);
      return mark && mark.until > now() ? { place, state: 'failed', failure: mark.failure, error: mark.words, retryAt: mark.until } : null;
    },
    isSuspect: (place) => markOf(place) !== undefined,
  };
}

export const failedReading = (place: Stream, { kind, message, retryAt }: RedditFailure): Reading => ({
  place,
  state: 'failed',
  failure: kind,
  error: message,
  retryAt,
});

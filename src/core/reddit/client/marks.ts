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
  set(stream: Stream, failure: RedditFailure): void;
  clear(stream: Stream): void;
  /** The failed reading of a stream that is not to be asked now; null when it may be. */
  standing(stream: Stream): Reading | null;
  /** Was bad when last asked: ask it alone, so that it cannot spoil a group again. */
  isSuspect(stream: Stream): boolean;
}

const hour = 3_600_000;

/** Communities that cannot be read. A private one may open again; a misspelt name rarely comes to exist. */
export function createMarks(now: Now): Marks {
  const marks = new Map<string, Mark>();
  /** Words that are searched for are no name of a community. */
  const keyOf = (stream: Stream) => (stream.kind === 'search' ? null : stream.name.toLowerCase());
  const markOf = (stream: Stream) => marks.get(keyOf(stream) ?? '');
  return {
    set(stream, { kind, message }) {
      const key = keyOf(stream);
      const hours = kind === 'missing' || kind === 'banned' ? 24 : 6;
      if (key !== null) marks.set(key, { failure: kind, words: message, until: now() + hours * hour });
    },
    clear: (stream) => void marks.delete(keyOf(stream) ?? ''),
    standing(stream) {
      const mark = markOf(stream);
      return mark && mark.until > now() ? { stream, state: 'failed', failure: mark.failure, error: mark.words, retryAt: mark.until } : null;
    },
    isSuspect: (stream) => markOf(stream) !== undefined,
  };
}

export const failedReading = (stream: Stream, { kind, message, retryAt }: RedditFailure): Reading => ({
  stream,
  state: 'failed',
  failure: kind,
  error: message,
  retryAt,
});

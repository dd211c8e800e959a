import type { Now } from '#core/platform/clock.ts';
import type { FailureKind, Stream, Reading } from '../stream.ts';
import type { RedditFailure } from './failure.ts';

interface Mark {
  failure: FailureKind;
  message: string;
  /** UTC ms at which the name is tried again, alone. */
  until: number;
}

export interface Marks {
  /** Skips a subreddit for some hours, and returns until when (UTC ms); null for searches, which are never skipped. */
  set(stream: Stream, failure: RedditFailure): number | null;
  clear(stream: Stream): void;
  /** The stored failure of a stream that is skipped for now; null if it may be read. */
  storedFailure(stream: Stream): Reading | null;
  /** Whether the last read failed: read it alone, so that it can't make a group fail again. */
  isSuspect(stream: Stream): boolean;
}

const hour = 3_600_000;

/** Subreddits that can't be read. A private one may open again soon; a missing name rarely comes into existence. */
export function createMarks(now: Now): Marks {
  const marks = new Map<string, Mark>();
  /** Null for searches: a search phrase isn't the name of a subreddit. */
  const keyOf = (stream: Stream) => (stream.kind === 'search' ? null : stream.name.toLowerCase());
  const markOf = (stream: Stream) => marks.get(keyOf(stream) ?? '');
  return {
    set(stream, { kind, message }) {
      const key = keyOf(stream);
      if (key === null) return null;
      const until = now() + (kind === 'missing' || kind === 'banned' ? 24 : 6) * hour;
      marks.set(key, { failure: kind, message, until });
      return until;
    },
    clear: (stream) => void marks.delete(keyOf(stream) ?? ''),
    storedFailure(stream) {
      const mark = markOf(stream);
      if (!mark || mark.until <= now()) return null;
      return { stream, state: 'failed', failure: mark.failure, error: mark.message, retryAt: mark.until, isKept: true };
    },
    isSuspect: (stream) => markOf(stream) !== undefined,
  };
}

export const failedReading = (stream: Stream, { kind, message, retryAt, ofStream }: RedditFailure): Reading => ({
  stream,
  state: 'failed',
  failure: kind,
  error: message,
  retryAt,
  ...(!ofStream && { ofTransport: true }),
});

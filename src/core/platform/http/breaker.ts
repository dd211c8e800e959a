import { minuteMs } from '#shared/time.ts';
import type { Now } from '../clock.ts';

export interface Breaker {
  /** UTC ms until which no call should be made; null if calls may be made. */
  openUntil(): number | null;
  succeeded(): void;
  failed(): void;
}

interface Options {
  now: Now;
  failures?: number;
  pauseMs?: number;
}

/**
 * Circuit breaker: opens after `failures` consecutive failures. After the pause, one call may probe: success closes the
 * breaker, failure opens it for another pause.
 */
export function createBreaker({ now, failures = 5, pauseMs = minuteMs }: Options): Breaker {
  let failureCount = 0;
  let until = 0;
  return {
    openUntil: () => (until > now() ? until : null),
    succeeded() {
      failureCount = 0;
      until = 0;
    },
    failed() {
      failureCount += 1;
      if (failureCount >= failures) until = now() + pauseMs;
    },
  };
}

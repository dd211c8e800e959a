import { minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';

/** Counts each user's requests within a minute. Throws `too_many` beyond the limit. */
export function createRequestRate({ perMinute, now }: { perMinute: number; now: Now }): (userId: string) => void {
  let counts = new Map<string, number>();
  let minute = 0;
  return (userId) => {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    if (count <= perMinute) return;
    const retryAfter = Math.ceil(((current + 1) * minuteMs - now()) / 1000);
    throw new AppError('too_many', `At most ${perMinute} requests a minute. Try again in ${retryAfter} seconds.`, { retryAfter });
  };
}

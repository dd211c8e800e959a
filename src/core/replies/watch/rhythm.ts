import { minuteMs, hourMs, dayMs } from '#shared/time.ts';

/** Reddit's caches lag: an earlier check wouldn't find the reply yet. */
export const firstLookMs = 10 * minuteMs;
/** Hardly anyone votes or replies after this. */
export const watchedMs = 14 * dayMs;

/** Most votes and replies come in the first hours. */
const steps = [
  { upTo: 2 * hourMs, every: 15 * minuteMs },
  { upTo: 12 * hourMs, every: hourMs },
  { upTo: 2 * dayMs, every: 4 * hourMs },
  { upTo: watchedMs, every: dayMs },
];

/** Time of the next check, UTC ms; null if the reply is too old. */
export function nextLook(sentAt: number, now: number): number | null {
  const step = steps.find(({ upTo }) => now - sentAt < upTo);
  return step ? Math.min(now + step.every, sentAt + watchedMs) : null;
}

/** Time of the next attempt after a failed check, UTC ms; `retryAt` is what Reddit asked for. */
export const nextTry = (sentAt: number, now: number, retryAt: number | null): number | null =>
  now - sentAt < watchedMs ? Math.max(now + 15 * minuteMs, retryAt ?? 0) : null;

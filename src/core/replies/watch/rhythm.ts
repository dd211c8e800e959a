import { minuteMs, hourMs, dayMs } from '#shared/time.ts';

/** Reddit's caches lag for a moment: what is checked too early isn't there yet. */
export const firstLookMs = 10 * minuteMs;
/** After that, hardly anyone votes or replies. */
export const watchedMs = 14 * dayMs;

/** Most of what happens to a reply happens in its first hours. */
const steps = [
  { upTo: 2 * hourMs, every: 15 * minuteMs },
  { upTo: 12 * hourMs, every: hourMs },
  { upTo: 2 * dayMs, every: 4 * hourMs },
  { upTo: watchedMs, every: dayMs },
];

/** When to look again, UTC ms; null once it is old. */
export function nextLook(sentAt: number, now: number): number | null {
  const step = steps.find(({ upTo }) => now - sentAt < upTo);
  return step ? Math.min(now + step.every, sentAt + watchedMs) : null;
}

/** When to try again what did not work: `retryAt` is what Reddit asks for. */
export const nextTry = (sentAt: number, now: number, retryAt: number | null): number | null =>
  now - sentAt < watchedMs ? Math.max(now + 15 * minuteMs, retryAt ?? 0) : null;

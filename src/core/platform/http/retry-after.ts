import { dayMs } from '#shared/time.ts';

/** A server that asks for more is asked again after two days. */
export const longestWaitMs = 2 * dayMs;

/** `Retry-After` (seconds or a date) in ms, two days at most; null if missing or invalid. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), longestWaitMs);
}

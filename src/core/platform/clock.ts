import { setTimeout as delay } from 'node:timers/promises';

/** Current time in UTC ms. Passed in everywhere, so that tests control the time. */
export type Now = () => number;
/** Resolves after `ms`, or rejects with the signal's reason. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const sleep: Sleep = (ms, signal) => delay(ms, undefined, signal ? { signal } : {});

/** ISO 8601 in UTC, as in the API; null where there is no time. */
export function isoTime(time: number): string;
export function isoTime(time: number | null | undefined): string | null;
export function isoTime(time: number | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString();
}

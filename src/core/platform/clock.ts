import { setTimeout as delay } from 'node:timers/promises';

/** UTC milliseconds. Passed in everywhere, so that tests own the time. */
export type Now = () => number;
/** Resolves after so many milliseconds, or rejects with the signal's reason. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const sleep: Sleep = (ms, signal) => delay(ms, undefined, signal ? { signal } : {});

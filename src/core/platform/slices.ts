import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Work that can be put down at each `yield`. */
export type Steps<T> = Generator<undefined, T>;

/** Longest stretch before other work gets its turn, in milliseconds. */
const stretchMs = 10;

/** Runs work to its end at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs work in short slices, so that requests are answered meanwhile. Throws the signal's reason. */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < stretchMs) continue;
    await yieldToOthers();
    signal?.throwIfAborted();
    began = performance.now();
  }
}

import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Work that can be interrupted at each `yield`. */
export type Steps<T> = Generator<undefined, T>;

/** Maximum time before yielding to other work, in ms. */
const sliceMs = 8;

/** Runs work to its end without interruption. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs work in short slices, so that requests are handled in between. Throws the signal's reason. */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < sliceMs) continue;
    await yieldToOthers();
    signal?.throwIfAborted();
    began = performance.now();
  }
}

function* mapSteps<A, B>(items: readonly A[], map: (item: A) => B): Steps<B[]> {
  const mapped: B[] = [];
  for (const item of items) {
    mapped.push(map(item));
    yield;
  }
  return mapped;
}

/** For long lists: maps them in short slices. */
export const mapInSlices = <A, B>(items: readonly A[], map: (item: A) => B): Promise<B[]> => inSlices(mapSteps(items, map));

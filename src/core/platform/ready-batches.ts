import { setImmediate as nextTurn } from 'node:timers/promises';

type Step<T> = { value: T } | { error: unknown } | { done: true };

const stepOf = <T>(iterator: AsyncIterator<T>): Promise<Step<T>> =>
  iterator.next().then(
    ({ done, value }) => (done === true ? { done } : { value }),
    (error: unknown) => ({ error }),
  );

/**
 * Groups values that arrive together: a batch ends when the next value isn't there within this turn of the event loop. The source
 * goes on to its next value while a batch is used. If it throws, what it yielded before comes first.
 */
export async function* readyBatches<T>(source: AsyncIterable<T>, max: number): AsyncGenerator<T[]> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (let next = stepOf(iterator); ;) {
      const batch: T[] = [];
      let step: Step<T> | null = await next;
      while (step && 'value' in step) {
        batch.push(step.value);
        next = stepOf(iterator);
        step = batch.length < max ? await Promise.race([next, nextTurn(null)]) : null;
      }
      if (batch.length > 0) yield batch;
      if (step && 'error' in step) throw step.error;
      if (step && 'done' in step) return;
    }
  } finally {
    // Not awaited: it waits for a value that nobody takes any more.
    iterator.return?.().catch(() => undefined);
  }
}

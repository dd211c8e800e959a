import { expect, test } from 'vitest';
import { readyBatches } from './read-streams.ts';

/** Waits for `gate` between the first two values and the third. */
async function* gated(gate: Promise<void>): AsyncGenerator<number> {
  yield 1;
  yield 2;
  await gate;
  yield 3;
}

test('groups what is there without waiting, and does not wait for what is not', async () => {
  const gate = Promise.withResolvers<void>();
  const batches: number[][] = [];
  for await (const batch of readyBatches(gated(gate.promise), 10)) {
    batches.push(batch);
    gate.resolve();
  }
  expect(batches).toEqual([[1, 2], [3]]);
});

test('limits the size of a batch', async () => {
  expect(await Array.fromAsync(readyBatches(gated(Promise.resolve()), 1))).toEqual([[1], [2], [3]]);
});

test('returns what arrived before a failure, and then fails', async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error('cable cut');
  }
  const batches = readyBatches(failing(), 10);
  expect(await batches.next()).toEqual({ done: false, value: [1] });
  await expect(batches.next()).rejects.toThrow('cable cut');
});

test('ends the source when its user stops early', async () => {
  const ended = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) yield 1;
    } finally {
      ended.resolve();
    }
  }
  for await (const batch of readyBatches(endless(), 2)) {
    expect(batch).toEqual([1, 1]);
    break;
  }
  await ended.promise;
});

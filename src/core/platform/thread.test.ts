import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { answerOf, parseLimits } from './thread.ts';

const start = (code: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${code}`, { eval: true, resourceLimits: parseLimits });
const forever = 'for (;;);';

test('returns the first message and ends the thread', async () => {
  const thread = start(`parentPort.postMessage('first'); parentPort.postMessage('second'); setInterval(() => 0, 1000);`);
  expect(await answerOf(thread, { deadlineMs: 30_000 })).toBe('first');
  // What Node returns for a thread that has ended.
  expect(thread.threadId).toBe(-1);
});

test('rejects at the deadline and ends a thread that never answers', async () => {
  const thread = start(forever);
  await expect(answerOf(thread, { deadlineMs: 50 })).rejects.toThrow('aborted');
  expect(thread.threadId).toBe(-1);
});

test("rejects with the signal's reason and ends the thread", async () => {
  const thread = start(forever);
  const controller = new AbortController();
  const answer = answerOf(thread, { deadlineMs: 30_000, signal: controller.signal });
  controller.abort(new Error('The client has gone'));
  await expect(answer).rejects.toThrow('The client has gone');
  expect(thread.threadId).toBe(-1);
});

test('rejects when the thread needs more memory than it may', async () => {
  const thread = start(`const held = []; for (;;) held.push('x'.repeat(1000) + held.length);`);
  await expect(answerOf(thread, { deadlineMs: 60_000 })).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
});

test('ignores a failure of the thread after its deadline or signal', async () => {
  const failing = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(
    `const { workerData } = require('node:worker_threads'); Atomics.store(workerData, 0, 1); Atomics.notify(workerData, 0); throw new Error('late');`,
    { eval: true, workerData: failing },
  );
  const controller = new AbortController();
  const answer = answerOf(thread, { deadlineMs: 30_000, signal: controller.signal });
  // The thread fails meanwhile, but this one learns of it only in its next turn.
  Atomics.wait(failing, 0, 0);
  Atomics.wait(failing, 0, 1, 500);
  controller.abort(new Error('The client has gone'));
  await expect(answer).rejects.toThrow('The client has gone');
});

import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

function held() {
  let release = () => {};
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release };
}

test('runs the allowed number of jobs at once, queues the next ones, and refuses the rest', async () => {
  const pass = createGate({ active: 2, waiting: 1 });
  const block = held();
  let atWork = 0;
  let most = 0;
  const work = async () => {
    atWork += 1;
    most = Math.max(most, atWork);
    await block.promise;
    atWork -= 1;
  };
  const three = [pass(work), pass(work), pass(work)];
  await expect(pass(work)).rejects.toMatchObject({ code: 'too_many', retryAfter: 3 });
  expect(atWork).toBe(2);
  block.release();
  await Promise.all(three);
  expect(most).toBe(2);
  await pass(work);
});

test('frees the slot of a failed job like that of a successful one', async () => {
  const pass = createGate({ active: 1, waiting: 1 });
  const fail = () => Promise.reject(new Error('broken'));
  await expect(pass(fail)).rejects.toThrow('broken');
  await expect(Promise.allSettled([pass(fail), pass(() => Promise.resolve(1))])).resolves.toMatchObject([
    { status: 'rejected' },
    { value: 1 },
  ]);
});

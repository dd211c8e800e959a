import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('runs at most three calls at once, in order, even if some fail', async () => {
  const inTurn = createTurns(3);
  const { signal } = new AbortController();
  let running = 0;
  let maxRunning = 0;
  const started: number[] = [];
  const work = Array.from({ length: 20 }, (_, index) =>
    inTurn({ user: 'ann', signal }, async () => {
      started.push(index);
      maxRunning = Math.max(maxRunning, (running += 1));
      await Promise.resolve();
      running -= 1;
      if (index % 4 === 0) throw new Error('failed');
    }),
  );
  const ended = await Promise.allSettled(work);
  expect(maxRunning).toBe(3);
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});

test('removes a canceled call from the queue', async () => {
  const inTurn = createTurns(1);
  const gate = Promise.withResolvers<void>();
  const first = inTurn({ user: 'ann', signal: new AbortController().signal }, () => gate.promise);
  const control = new AbortController();
  const second = inTurn({ user: 'ann', signal: control.signal }, () => Promise.reject(new Error('it ran')));
  const third = inTurn({ user: 'ann', signal: new AbortController().signal }, () => Promise.resolve('third'));
  control.abort(new Error('canceled'));
  await expect(second).rejects.toThrow('canceled');
  gate.resolve();
  await first;
  expect(await third).toBe('third');
});

test('alternates between users', async () => {
  const inTurn = createTurns(1);
  const { signal } = new AbortController();
  const order: string[] = [];
  const call = (user: string) => inTurn({ user, signal }, () => Promise.resolve(void order.push(user)));
  await Promise.all([...Array.from({ length: 6 }, () => call('ann')), call('bob'), call('cyd')]);
  expect(order).toEqual(['ann', 'ann', 'bob', 'cyd', 'ann', 'ann', 'ann', 'ann']);
});

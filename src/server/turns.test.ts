import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Starts work that ends when told to, and names it in `started`. */
function createWork() {
  const inTurn = createTurns(2);
  const started: string[] = [];
  function send(userId: string, name: string) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = inTurn(userId, () => {
      started.push(name);
      return promise;
    });
    return { done, end: resolve, fail: reject };
  }
  return { started, send };
}

test('runs two of a user at a time, in their order, and starts those of others at once', async () => {
  const { started, send } = createWork();
  const anns = ['a1', 'a2', 'a3', 'a4'].map((name) => send('ann', name));
  const bobs = send('bob', 'b1');
  await Promise.resolve();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  anns[1]?.end();
  await anns[1]?.done;
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const each of [...anns, bobs]) each.end();
  await Promise.all([...anns, bobs].map(({ done }) => done));
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('passes the turn on when work fails', async () => {
  const { started, send } = createWork();
  const [one, two, three] = [send('ann', 'a1'), send('ann', 'a2'), send('ann', 'a3')];
  one.fail(new Error('broken'));
  await expect(one.done).rejects.toThrow('broken');
  await expect.poll(() => started).toEqual(['a1', 'a2', 'a3']);
  two.end();
  three.end();
  await Promise.all([two.done, three.done]);
});

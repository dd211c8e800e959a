import { expect, test } from 'vitest';
import { createWorkSlots } from './work-slots.ts';

const never = new AbortController().signal;
const refusalOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error);

test('runs up to the limits per user and in total, and the next one when a slot is freed', async () => {
  const enter = createWorkSlots({ perUser: 1, total: 2 });
  const order: string[] = [];
  const come = async (userId: string) => {
    const leave = await enter(userId, never);
    order.push(userId);
    return leave;
  };
  const [ann, annAgain, bob, cyd] = [come('ann'), come('ann'), come('bob'), come('cyd')];
  const leaveBob = await bob;
  expect(order).toEqual(['ann', 'bob']);
  leaveBob();
  await cyd;
  expect(order).toEqual(['ann', 'bob', 'cyd']);
  (await ann)();
  (await annAgain)();
  expect(order).toEqual(['ann', 'bob', 'cyd', 'ann']);
});

test('refuses a user who has four waiting, and everyone when 32 wait', async () => {
  const enter = createWorkSlots({ perUser: 1, total: 1 });
  await enter('ann', never);
  for (let user = 0; user < 8; user += 1) for (let turn = 0; turn < 4; turn += 1) void enter(`user ${user}`, never);
  expect(await enter('user 0', never).catch(refusalOf)).toBe('too_many');
  expect(await enter('bob', never).catch(refusalOf)).toBe('unavailable');
});

test('removes aborted waiters, and frees one slot when released twice', async () => {
  const enter = createWorkSlots({ perUser: 1, total: 1 });
  const leave = await enter('ann', never);
  const stop = new AbortController();
  const bob = enter('bob', stop.signal).catch(String);
  const cyd = enter('cyd', never);
  stop.abort('gone');
  expect(await bob).toBe('gone');
  leave();
  leave();
  await cyd;
  const dan = enter('dan', never);
  expect(await Promise.race([dan.then(() => 'in'), Promise.resolve('waits')])).toBe('waits');
});

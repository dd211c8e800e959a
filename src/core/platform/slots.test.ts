import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { NetworkSlots, type SlotLimits, Slots } from './slots.ts';

const refusal = (whose: 'own' | 'all') => new AppError(whose === 'own' ? 'too_many' : 'unavailable', 'No slot is free');
const refusalOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error);

/** Starts work that ends when told to, and names it in `started`. */
function createWork(limits: SlotLimits) {
  const slots = new Slots(limits);
  const started: string[] = [];
  async function send(user: string, name: string) {
    const leave = await slots.enter(user);
    started.push(name);
    return leave;
  }
  return { started, send };
}

test("runs a few of a user's at a time, in their order, and starts those of others at once", async () => {
  const { started, send } = createWork({ running: { each: 2 } });
  const [a1, , a3] = ['a1', 'a2', 'a3', 'a4'].map((name) => send('ann', name));
  void send('bob', 'b1');
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1']);
  (await a1)?.();
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3']);
  (await a3)?.();
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('gives the next turn to the user who was served longest ago, however many of others wait', async () => {
  const { started, send } = createWork({ running: { each: 1, all: 1 } });
  const run = async (user: string, name: string) => (await send(user, name))();
  const anns = Array.from({ length: 200 }, (_, n) => run('ann', `a${n}`));
  const others = [run('bob', 'b0'), run('bob', 'b1'), run('cyd', 'c0')];
  await Promise.all([...anns, ...others]);
  expect(started.slice(0, 7)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  expect(started.filter((name) => name.startsWith('a'))).toEqual(Array.from({ length: 200 }, (_, n) => `a${n}`));
});

test('keeps to the limits per user and in total, and starts the next one when a turn ends', async () => {
  const { started, send } = createWork({ running: { each: 1, all: 2 } });
  const [ann, annAgain, bob, cyd] = [send('ann', 'a1'), send('ann', 'a2'), send('bob', 'b1'), send('cyd', 'c1')];
  (await bob)();
  await cyd;
  expect(started).toEqual(['a1', 'b1', 'c1']);
  (await ann)();
  await annAgain;
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('refuses a user who has too many waiting, and everyone when all together have', async () => {
  const slots = new Slots({ running: { each: 1, all: 1 }, waiting: { each: 4, all: 32, refusal } });
  await slots.enter('ann');
  for (let user = 0; user < 8; user += 1) for (let turn = 0; turn < 4; turn += 1) void slots.enter(`user ${user}`);
  expect(await slots.enter('user 0').catch(refusalOf)).toBe('too_many');
  expect(await slots.enter('bob').catch(refusalOf)).toBe('unavailable');
});

test('removes those who gave up, and ends a turn once when told twice', async () => {
  const slots = new Slots({ running: { each: 1, all: 1 } });
  const leave = await slots.enter('ann');
  const stop = new AbortController();
  const bob = slots.enter('bob', stop.signal).catch(String);
  const cyd = slots.enter('cyd');
  stop.abort('gone');
  expect(await bob).toBe('gone');
  leave();
  leave();
  await cyd;
  const dan = slots.enter('dan').then(() => 'in');
  expect(await Promise.race([dan, nextTurn('waits')])).toBe('waits');
});

test('runs work in a slot, which it gives back even if the work fails', async () => {
  const slots = new Slots({ running: { all: 3 } });
  let [running, most] = [0, 0];
  const started: number[] = [];
  const work = Array.from({ length: 20 }, (_, index) =>
    slots.run('ann', async () => {
      started.push(index);
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      if (index % 4 === 0) throw new Error('failed');
    }),
  );
  const ended = await Promise.allSettled(work);
  expect(most).toBe(3);
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});

test('counts an address for its wider networks too, which have more slots, until they are given back', () => {
  const slots = new NetworkSlots(1);
  const leave = slots.take('2001:db8:1:1::1');
  expect(slots.fullOf('2001:db8:1:1::2')).toBe('2001:db8:1:1::');
  expect(slots.fullOf('2001:db8:1:2::1')).toBeNull();
  slots.take('2001:db8:1:2::1');
  expect(slots.fullOf('2001:db8:1:3::1')).toBe('2001:db8:1::/56');
  const other = slots.take('2001:db8:1:1::2');
  leave();
  leave();
  expect(slots.fullOf('2001:db8:1:1::2')).toBe('2001:db8:1:1::');
  other();
  expect(slots.fullOf('2001:db8:1:1::2')).toBeNull();
});

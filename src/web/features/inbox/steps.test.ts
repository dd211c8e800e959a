import { expect, test } from 'vitest';
import { createSteps } from './steps.ts';

/** A server that answers when told to. */
function start(name: string, done: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<() => Promise<void>>();
  const note = (what: string) => async () => void done.push(`${what} ${name}`);
  return { sent: promise, restore: note('restore'), answer: () => resolve(note('revert')), refuse: () => reject(new Error('no')) };
}

test('a step that the server has is taken back by its way back, once', async () => {
  const done: string[] = [];
  const steps = createSteps();
  const one = start('one', done);
  one.answer();
  const back = await steps.take(one.sent, one.restore);
  expect(steps.last()).toBe(back);
  await back?.();
  expect(done).toEqual(['restore one', 'revert one']);
  expect(steps.last()).toBeUndefined();
});

test('what is taken back before the server has answered is the newest step, shown at once and reverted after the answer', async () => {
  const done: string[] = [];
  const steps = createSteps();
  const [one, two] = [start('one', done), start('two', done)];
  one.answer();
  await steps.take(one.sent, one.restore);
  const taking = steps.take(two.sent, two.restore);
  const going = steps.last()?.();
  expect(done).toEqual(['restore two']);
  two.answer();
  await going;
  expect(done).toEqual(['restore two', 'revert two']);
  expect(await taking).toBeNull();
  await steps.last()?.();
  expect(done).toEqual(['restore two', 'revert two', 'restore one', 'revert one']);
});

test('what the server refuses is put back, told, and cannot be taken back', async () => {
  const done: string[] = [];
  const steps = createSteps();
  const one = start('one', done);
  const taking = steps.take(one.sent, one.restore);
  one.refuse();
  await expect(taking).rejects.toThrow('no');
  expect(done).toEqual(['restore one']);
  expect(steps.last()).toBeUndefined();
});

test('a refusal after the way back is told once, there', async () => {
  const done: string[] = [];
  const steps = createSteps();
  const one = start('one', done);
  const taking = steps.take(one.sent, one.restore);
  const going = steps.last()?.();
  one.refuse();
  await expect(going).rejects.toThrow('no');
  expect(await taking).toBeNull();
  expect(done).toEqual(['restore one']);
});

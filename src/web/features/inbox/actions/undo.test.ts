import { expect, test } from 'vitest';
import { createUndoStack } from './undo.ts';

/** A request whose response the test controls. */
function start(name: string, done: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<() => Promise<void>>();
  const note = (what: string) => async () => void done.push(`${what} ${name}`);
  return { sent: promise, restore: note('restore'), answer: () => resolve(note('revert')), refuse: () => reject(new Error('no')) };
}

test('reverts a completed step once', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const one = start('one', done);
  one.answer();
  const back = await steps.take(one.sent, one.restore);
  expect(steps.last()).toBe(back);
  await back?.();
  expect(done).toEqual(['restore one', 'revert one']);
  expect(steps.last()).toBeUndefined();
});

test('undoes the newest step before the server responds, and reverts it after the response', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
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

test('sends an undo without waiting for the response, if it can, and not twice', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const [one, two] = [start('one', done), start('two', done)];
  const undoEarly = async () => void done.push('early');
  const taking = steps.take(one.sent, one.restore, undoEarly);
  const going = steps.last()?.();
  expect(done).toEqual(['early', 'restore one']);
  one.answer();
  await going;
  expect(await taking).toBeNull();
  two.answer();
  await (
    await steps.take(two.sent, two.restore, undoEarly)
  )?.();
  expect(done).toEqual(['early', 'restore one', 'restore two', 'revert two']);
});

test('restores and reports a refused step, which can no longer be undone', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const one = start('one', done);
  const taking = steps.take(one.sent, one.restore);
  one.refuse();
  await expect(taking).rejects.toThrow('no');
  expect(done).toEqual(['restore one']);
  expect(steps.last()).toBeUndefined();
});

test('reports a refusal after an undo once, from the undo', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const one = start('one', done);
  const taking = steps.take(one.sent, one.restore);
  const going = steps.last()?.();
  one.refuse();
  await expect(going).rejects.toThrow('no');
  expect(await taking).toBeNull();
  expect(done).toEqual(['restore one']);
});

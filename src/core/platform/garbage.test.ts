import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectGarbage } from './garbage.ts';

test('frees what nothing refers to, and leaves no function behind that would do so', async () => {
  const unused = new WeakRef({ text: 'from the start' });
  // Until the end of this turn, the object is kept.
  await setImmediate();
  collectGarbage();
  expect(unused.deref()).toBeUndefined();
  expect('gc' in globalThis).toBe(false);
});

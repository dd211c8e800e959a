import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCore } from '#test/support/make-core.ts';
import { systemActor } from '#core/platform/actor.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
beforeEach(async () => void (made = await makeCore()));
afterEach(() => made.close());

test('starts without beta mode and stores changes', async () => {
  const {
    instance: { settings },
  } = made.core;
  expect(await settings.get('betaModeEnabled')).toBe(false);
  await settings.set(systemActor, 'betaModeEnabled', true);
  expect(await settings.get('betaModeEnabled')).toBe(true);
  await settings.set({ kind: 'user', userId: '1', role: 'admin' }, 'betaModeEnabled', false);
  expect(await settings.get('betaModeEnabled')).toBe(false);
});

test('does not let users change settings', async () => {
  await expect(made.core.instance.settings.set({ kind: 'user', userId: '1', role: 'user' }, 'betaModeEnabled', true)).rejects.toMatchObject(
    {
      code: 'forbidden',
    },
  );
  expect(await made.core.instance.settings.get('betaModeEnabled')).toBe(false);
});

import { expect, test } from 'vitest';
import { keepOpenPart, readOpenParts } from './open-parts.ts';
import { createStorage } from './storage.ts';

test('remembers which parts are open, and starts closed', () => {
  const storage = createStorage(() => null);
  expect(readOpenParts(storage)).toEqual([]);
  keepOpenPart(storage, 'Tools', true);
  keepOpenPart(storage, 'Admin', true);
  keepOpenPart(storage, 'Tools', true);
  expect(readOpenParts(storage)).toEqual(['Admin', 'Tools']);
  keepOpenPart(storage, 'Admin', false);
  expect(readOpenParts(storage)).toEqual(['Tools']);
});

test.each(['{', '3', '{"Tools":true}'])('starts closed after %s was stored', (stored) => {
  const storage = createStorage(() => null);
  storage.set('open-parts', stored);
  expect(readOpenParts(storage)).toEqual([]);
});

import { expect, test } from 'vitest';
import { createStorage } from '#web/lib/storage.ts';
import { forgetSearches, readRecent, rememberSearch } from './recent.ts';

test('keeps the last eight searches once each, newest first, until cleared', () => {
  const store = createStorage(() => null);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) rememberSearch(`q=${number}`, store);
  expect(readRecent(store)).toEqual(['q=3', 'q=9', 'q=8', 'q=7', 'q=6', 'q=5', 'q=4', 'q=2']);
  forgetSearches(store);
  expect(readRecent(store)).toEqual([]);
});

test('ignores malformed storage', () => {
  const store = createStorage(() => null);
  for (const nonsense of ['{', '{"a":1}', '[1,null]', '']) {
    store.set('private:recent-searches', nonsense);
    expect(readRecent(store)).toEqual([]);
  }
});

import { expect, test } from 'vitest';
import { lineOf } from './progress.ts';

test.each([
  [0, 200, 0, 0, '0 % · 0 read'],
  [101, 200, 7, 20, '50 % · 7 read'],
  [200, 200, 9, 40, '100 % · 9 read'],
  // The file grows while it is read, or has no size, such as a pipe.
  [300, 200, 9, 40, '100 % · 9 read'],
  [5, 0, 1, 40, '100 % · 1 read'],
])('draws %i of %i bytes with %i items', (read, size, items, done, text) => {
  expect(lineOf(read, size, items)).toBe(`${'━'.repeat(done)}${'─'.repeat(40 - done)} ${text}`);
});

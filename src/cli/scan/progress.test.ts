import { expect, test } from 'vitest';
import { lineOf } from './progress.ts';

test.each([
  { of: [0, 200, 0], done: 0, text: '0 % · 0 read' },
  { of: [101, 200, 7], done: 20, text: '50 % · 7 read' },
  { of: [200, 200, 9], done: 40, text: '100 % · 9 read' },
  // The file grows while it is read, or has no size, such as a pipe.
  { of: [300, 200, 9], done: 40, text: '100 % · 9 read' },
  { of: [5, 0, 1], done: 40, text: '100 % · 1 read' },
] as const)('draws bytes, size, and items $of as $text', ({ of, done, text }) => {
  expect(lineOf(...of)).toBe(`${'━'.repeat(done)}${'─'.repeat(40 - done)} ${text}`);
});

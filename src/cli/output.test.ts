import { expect, test } from 'vitest';
import { lineOf } from './output.ts';

test.each([
  { read: 0, size: 200, items: 0, done: 0, text: '0 % · 0 read' },
  { read: 101, size: 200, items: 7, done: 20, text: '50 % · 7 read' },
  { read: 200, size: 200, items: 9, done: 40, text: '100 % · 9 read' },
  // The file grows while it is read, or has no size, such as a pipe.
  { read: 300, size: 200, items: 9, done: 40, text: '100 % · 9 read' },
  { read: 5, size: 0, items: 1, done: 40, text: '100 % · 1 read' },
])('draws $read of $size bytes with $items items as $text', ({ read, size, items, done, text }) => {
  expect(lineOf(read, size, items)).toBe(`${'━'.repeat(done)}${'─'.repeat(40 - done)} ${text}`);
});

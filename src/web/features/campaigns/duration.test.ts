import { expect, test } from 'vitest';
import { formatDuration } from './campaign-runs.tsx';

const start = '2026-11-21T12:00:00.000Z';
const after = (milliseconds: number) => new Date(Date.parse(start) + milliseconds).toISOString();

test.each([
  [420, '0.4 s'],
  [42_300, '42 s'],
  [59_700, '1 min'],
  [200_000, '3 min 20 s'],
  [-5, '0.0 s'],
])('formats %d ms as %s', (milliseconds, words) => {
  expect(formatDuration(start, after(milliseconds))).toBe(words);
});

import { expect, test } from 'vitest';
import { levelOf } from './heat-levels.ts';

test('nothing has no shade, the most the fullest, the rest goes by quarters', () => {
  expect([0, 1, 24, 25, 49, 50, 75, 100].map((value) => levelOf(value, 100))).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
});

test('a single lead is the most there is', () => {
  expect([levelOf(0, 1), levelOf(1, 1), levelOf(0, 0)]).toEqual([0, 4, 0]);
});

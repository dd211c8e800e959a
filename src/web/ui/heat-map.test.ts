import { expect, test } from 'vitest';
import { levelOf } from './heat-map.tsx';

test('shades values by quarters of the maximum, and zero not at all', () => {
  expect([0, 1, 24, 25, 49, 50, 75, 100].map((value) => levelOf(value, 100))).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
});

test('gives a single lead the darkest shade', () => {
  expect([levelOf(0, 1), levelOf(1, 1), levelOf(0, 0)]).toEqual([0, 4, 0]);
});

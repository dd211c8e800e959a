import { expect, test } from 'vitest';
import { wilsonInterval } from './spend-queries.ts';

test.each([
  [0, 50, 0, 0.071],
  [5, 50, 0.043, 0.214],
  [50, 50, 0.929, 1],
  [1, 1, 0.207, 1],
  [0, 0, 0, 1],
])('%i of %i lies between %d and %d', (hits, samples, ...bounds) => {
  const { low, high } = wilsonInterval(hits, samples);
  expect(low).toBeCloseTo(bounds[0] ?? -1, 2);
  expect(high).toBeCloseTo(bounds[1] ?? -1, 2);
});

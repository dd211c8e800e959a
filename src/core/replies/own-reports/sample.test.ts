import { expect, test } from 'vitest';
import { seeded, shareOf, spreadOf } from './sample.ts';

test('computes a Wilson interval that contains the share and stays within 0 to 1', () => {
  expect(shareOf(3, 40)).toEqual({ k: 3, n: 40, low: 0.0258, high: 0.1986 });
  expect(shareOf(0, 10)).toMatchObject({ low: 0, high: 0.2775 });
  expect(shareOf(10, 10)).toMatchObject({ high: 1 });
  expect(shareOf(0, 0)).toEqual({ k: 0, n: 0, low: 0, high: 1 });
  for (let n = 1; n <= 200; n += 7)
    for (let k = 0; k <= n; k += 1) {
      const { low, high } = shareOf(k, n);
      expect(low).toBeLessThanOrEqual(k / n + 0.0001);
      expect(high).toBeGreaterThanOrEqual(k / n - 0.0001);
      expect(low >= 0 && high <= 1).toBe(true);
    }
});

test('computes exact quartiles and reproducible bounds', () => {
  const values = [9, 1, 5, 3, 7];
  const spread = spreadOf(values, seeded(5));
  expect(spread).toMatchObject({ n: 5, median: 5, q1: 3, q3: 7 });
  expect(spreadOf(values, seeded(5))).toEqual(spread);
  expect(spread && spread.low >= 1 && spread.low <= 5 && spread.high >= 5 && spread.high <= 9).toBe(true);
  expect(spreadOf([], seeded(1))).toBeNull();
});

test('bounds the median of a larger sample more narrowly', () => {
  const random = seeded(42);
  const values = Array.from({ length: 400 }, () => random() * 100);
  const [few, many] = [spreadOf(values.slice(0, 12), seeded(1)), spreadOf(values, seeded(1))];
  expect((many?.high ?? 0) - (many?.low ?? 0)).toBeLessThan(((few?.high ?? 0) - (few?.low ?? 0)) / 2);
});

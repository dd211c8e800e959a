import { expect, test } from 'vitest';
import { valueOn } from './curve.ts';

test('a curve is a straight line between two points, and constant beyond them', () => {
  const points: [number, number][] = [
    [0, 0.1],
    [2, 0.5],
  ];
  for (const [raw, value] of [
    [-1, 0.1],
    [0, 0.1],
    [1, 0.3],
    [2, 0.5],
    [3, 0.5],
  ] as const)
    expect(valueOn(points, raw)).toBeCloseTo(value, 9);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentNames, defaultWeights } from '#shared/scoring.ts';
import { exactScoreOf } from './arithmetic.ts';
import { readModel } from './assess/model.ts';
import { moveTo, valueOn } from './calibration.ts';

const uncapped = { role: 'customer', solved: false, fitNone: false } as const;

test('rises everywhere and stays between 0 and 1 in the shipped calibration', () => {
  const { calibration } = readModel();
  const shares = Array.from({ length: 200 }, (_, at) => valueOn(calibration, at / 10 - 8));
  expect(shares.every((share) => share > 0 && share < 1)).toBe(true);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeGreaterThan(0.9);
});

test('moves components so that they add up to the share with the default weights, and keeps their order', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(part, { minLength: 5, maxLength: 5 }), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (parts, share) => {
      const entries = componentNames.map((name, at) => [name, at < 5 ? (parts[at] ?? 0) : null]);
      const components = Object.fromEntries(entries) as Parameters<typeof moveTo>[0];
      const moved = moveTo(components, share);
      expect(exactScoreOf(moved, defaultWeights, uncapped)).toBeCloseTo(100 * share, 3);
      expect((moved.intent ?? 0) >= (moved.fit ?? 0)).toBe((components.intent ?? 0) >= (components.fit ?? 0) || moved.intent === moved.fit);
    }),
  );
});

test('keeps unknown components unknown', () => {
  const components = { intent: 0.5, fit: 0.5, relevance: 0.5, urgency: null, reachability: 0.5, recency: null, saturation: null };
  expect(moveTo(components, 0.8)).toMatchObject({ urgency: null, recency: null, saturation: null });
});

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

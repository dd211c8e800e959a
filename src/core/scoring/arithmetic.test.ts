import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { componentNames, type Components, defaultWeights, type Weights } from '#shared/scoring.ts';
import { exactScoreOf, recencyOf, saturationOf, scoreOf, sharesOf } from './arithmetic.ts';

const plain = { role: 'customer', solved: false, fitNone: false } as const;
const all = (value: number | null): Components => ({
  intent: value,
  fit: value,
  relevance: value,
  urgency: value,
  reachability: value,
  recency: value,
  saturation: value,
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const record = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ intent: value, fit: value, relevance: value, urgency: value, reachability: value, recency: value, saturation: value });
const anyComponents: fc.Arbitrary<Components> = record(fc.option(share));
const anyWeights: fc.Arbitrary<Weights> = record(share);
const anyCaps = fc.record({
  role: fc.constantFrom('customer' as const, 'seller' as const, 'other' as const),
  solved: fc.boolean(),
  fitNone: fc.boolean(),
});

describe('score', () => {
  test('is the weighted sum in percent', () => {
    expect(scoreOf(all(1), defaultWeights, plain)).toBe(100);
    expect(scoreOf(all(0), defaultWeights, plain)).toBe(0);
    expect(scoreOf({ ...all(0), intent: 1 }, defaultWeights, plain)).toBe(30);
    expect(scoreOf({ ...all(0), intent: 0.5, fit: 1 }, defaultWeights, plain)).toBe(45);
  });

  test('leaves a missing component out of the sum and the maximum, and counts a zero as zero', () => {
    expect(scoreOf({ ...all(null), intent: 0.5, fit: 1 }, defaultWeights, plain)).toBe(75);
    expect(scoreOf({ ...all(null), intent: 0.5, fit: 0 }, defaultWeights, plain)).toBe(25);
    expect(scoreOf(all(null), defaultWeights, plain)).toBeNull();
    expect(scoreOf({ ...all(null), intent: 0 }, defaultWeights, plain)).toBe(0);
  });

  test('is capped at 20 for sellers, 40 when solved, 30 when nothing fits, and by the lowest of these when several apply', () => {
    expect(scoreOf(all(1), defaultWeights, { ...plain, role: 'seller' })).toBe(20);
    expect(scoreOf(all(1), defaultWeights, { ...plain, solved: true })).toBe(40);
    expect(scoreOf(all(1), defaultWeights, { ...plain, fitNone: true })).toBe(30);
    expect(scoreOf(all(1), defaultWeights, { ...plain, solved: true, fitNone: true })).toBe(30);
    expect(scoreOf(all(0.1), defaultWeights, { ...plain, role: 'seller' })).toBe(10);
  });

  test('stays between 0 and 100, rises with its components, and respects its caps after rounding', () => {
    fc.assert(
      fc.property(anyComponents, anyWeights, anyCaps, (components, weights, caps) => {
        const score = scoreOf(components, weights, caps);
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(caps.role === 'seller' ? 20 : caps.fitNone ? 30 : caps.solved ? 40 : 100);
        for (const name of componentNames) {
          const better = exactScoreOf({ ...components, [name]: components[name] === null ? null : 1 }, weights, caps);
          expect(better).toBeGreaterThanOrEqual((exactScoreOf(components, weights, caps) ?? 0) - 1e-9);
        }
      }),
    );
  });

  test('keeps the order of capped posts', () => {
    const solved = { ...plain, solved: true };
    const better = exactScoreOf(all(0.9), defaultWeights, solved) ?? 0;
    const worse = exactScoreOf(all(0.6), defaultWeights, solved) ?? 0;
    expect(better).toBeGreaterThan(worse);
    expect([Math.round(better), Math.round(worse)]).toEqual([40, 40]);
  });

  test('is explained by shares that add up to it', () => {
    fc.assert(
      fc.property(anyComponents, anyWeights, (components, weights) => {
        const sum = sharesOf(components, weights).reduce((total, { value, max }) => total + value * max, 0);
        expect(sum).toBeCloseTo(exactScoreOf(components, weights, plain) ?? 0, 6);
      }),
    );
  });
});

test('lowers recency with time, starting from 1', () => {
  const now = Date.UTC(2026, 10, 5);
  expect(recencyOf(now, now)).toBe(1);
  expect(recencyOf(now + 60_000, now)).toBe(1);
  expect(recencyOf(now - 86_400_000, now)).toBeGreaterThan(recencyOf(now - 2 * 86_400_000, now));
});

test('lowers saturation with the number of comments, and distinguishes unknown from none', () => {
  expect(saturationOf(0)).toBe(1);
  expect(saturationOf(200)).toBeLessThan(0.1);
  expect(saturationOf(null)).toBeNull();
});

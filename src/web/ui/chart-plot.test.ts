import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barSpans, labelIndexes, scaleOf } from './chart-plot.tsx';

describe('scaleOf', () => {
  it('runs from 0 to the next round figure', () => {
    expect(scaleOf([3, 17, 8]).ticks).toEqual([0, 5, 10, 15, 20]);
    expect(scaleOf([0.1, 0.32]).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  });

  it('uses whole steps for small counts, and has an axis without data', () => {
    expect(scaleOf([1, 2, null]).ticks).toEqual([0, 1, 2]);
    expect(scaleOf([0, null, 0]).ticks).toEqual([0, 1]);
    expect(scaleOf([]).ticks).toEqual([0, 1]);
  });

  it('extends below 0 for negative values', () => {
    expect(scaleOf([-12, 30]).ticks).toEqual([-20, -10, 0, 10, 20, 30]);
  });

  it('contains every value and 0, in two to eight even ticks', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.float({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Math.round(value * 100) / 100),
          { maxLength: 9 },
        ),
        (values) => {
          const { ticks, low, high } = scaleOf(values);
          expect(values.every((value) => value >= low && value <= high)).toBe(true);
          expect(ticks).toContain(0);
          expect(ticks.length).toBeGreaterThanOrEqual(2);
          expect(ticks.length).toBeLessThanOrEqual(8);
        },
      ),
    );
  });
});

describe('labelIndexes', () => {
  it('shows all labels where they fit, else evenly back from the last', () => {
    expect(labelIndexes(4, 400, 60)).toEqual([0, 1, 2, 3]);
    expect(labelIndexes(30, 300, 60)).toEqual([5, 11, 17, 23, 29]);
    expect(labelIndexes(0, 300, 60)).toEqual([]);
  });
});

describe('barSpans', () => {
  it('stacks series that add up and starts all others at 0', () => {
    expect(barSpans([3, null, 2], true)).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 3 },
      { from: 3, to: 5 },
    ]);
    expect(barSpans([8, 3], false)).toEqual([
      { from: 0, to: 8 },
      { from: 0, to: 3 },
    ]);
  });
});

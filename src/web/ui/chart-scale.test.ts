import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barSpans, labelledPlaces, scaleOf } from './chart-scale.ts';

describe('scaleOf', () => {
  it('goes from 0 to the next round figure', () => {
    expect(scaleOf([3, 17, 8]).ticks).toEqual([0, 5, 10, 15, 20]);
    expect(scaleOf([0.1, 0.32]).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  });

  it('has whole steps for small counts, and an axis even for nothing', () => {
    expect(scaleOf([1, 2, null]).ticks).toEqual([0, 1, 2]);
    expect(scaleOf([0, null, 0]).ticks).toEqual([0, 1]);
    expect(scaleOf([]).ticks).toEqual([0, 1]);
  });

  it('goes below 0 where values do', () => {
    expect(scaleOf([-12, 30]).ticks).toEqual([-20, -10, 0, 10, 20, 30]);
  });

  it('holds every value, shows 0, and rises evenly in two to eight ticks', () => {
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

describe('labelledPlaces', () => {
  it('shows all where there is room, else evenly back from the last', () => {
    expect(labelledPlaces(4, 400, 60)).toEqual([0, 1, 2, 3]);
    expect(labelledPlaces(30, 300, 60)).toEqual([5, 11, 17, 23, 29]);
    expect(labelledPlaces(0, 300, 60)).toEqual([]);
  });
});

describe('barSpans', () => {
  it('stacks what adds up and starts everything else at 0', () => {
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

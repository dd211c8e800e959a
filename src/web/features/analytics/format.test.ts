import { expect, test } from 'vitest';
import { changeOf, formatDuration, formatGrowth, formatMoney, formatRated, formatShare } from './format.ts';

test.each([
  [null, '–'],
  [0.2, '< 1 min'],
  [47.4, '47 min'],
  [59.6, '1 h 00'],
  [126, '2 h 06'],
  [1440, '1 d'],
  [4560, '3 d 4 h'],
])('formats %s minutes as %s', (minutes, text) => expect(formatDuration(minutes)).toBe(text));

test.each([
  [0, 0, '–'],
  [0, 40, '0%'],
  [1, 40, '2.5%'],
  [1, 9000, '< 0.1%'],
  [34, 40, '85%'],
  [999, 1000, '> 99%'],
  [40, 40, '100%'],
])('formats %i of %i as %s', (part, whole, text) => expect(formatShare(part, whole)).toBe(text));

test.each([
  [null, '–'],
  [0, '$0'],
  [0.0001, '< $0.001'],
  [0.018, '$0.018'],
  [0.8, '$0.80'],
  [1.2, '$1.20'],
  [340.4, '$340'],
])('formats %s dollars as %s', (dollars, text) => expect(formatMoney(dollars)).toBe(text));

test.each([
  [285, 241, '18%'],
  [50, 100, '50%'],
  [321, 2, '319'],
  [3, 0, '3'],
  [1605, 10, '161×'],
])('formats the growth to %i from %i as %s', (after, before, text) => expect(formatGrowth(after, before)).toBe(text));

test('shows no percentage change from zero', () => {
  expect([changeOf(285, 241), changeOf(3, 6), changeOf(3, 0), changeOf(null, 3)]).toEqual([18, -50, null, null]);
});

test.each([
  [0, 0, '–'],
  [1, 1, '1 of 1'],
  [0, 4, '0 of 4'],
  [5, 5, '100%'],
  [3, 5, '60%'],
])('formats %i good matches of %i ratings as %s', (right, rated, text) => expect(formatRated(right, rated)).toBe(text));

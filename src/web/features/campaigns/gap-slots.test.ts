import { expect, test } from 'vitest';
import { gapSlots } from './coverage-tab.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');
const strip = Array.from({ length: 48 }, () => 0);

test('marks a gap at the half hour in which it began', () => {
  expect(gapSlots({ gapFrom: '2026-11-21T11:45:00Z', strip }, now)).toEqual([47]);
  expect(gapSlots({ gapFrom: '2026-11-21T06:50:00Z', strip }, now)).toEqual([37]);
});

test('marks nothing without a gap, or for a gap before the strip begins', () => {
  expect(gapSlots({ gapFrom: '2026-11-19T11:45:00Z', strip }, now)).toEqual([]);
  expect(gapSlots({ gapFrom: null, strip }, now)).toEqual([]);
});

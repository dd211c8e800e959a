import { expect, test } from 'vitest';
import { dateOf, moved, layOutWeek, wallOfDate, weekStart } from './week.ts';

const berlin = 'Europe/Berlin';
const at = (dueAt: string) => ({ dueAt });

test('starts a week on Monday', () => {
  for (const day of ['2026-11-16', '2026-11-18', '2026-11-22']) expect(dateOf(weekStart(wallOfDate(day) ?? 0))).toBe('2026-11-16');
  expect(wallOfDate('yesterday')).toBeNull();
  expect(wallOfDate('2026-13-40')).toBeNull();
});

test('keeps the hour when moving across a DST change', () => {
  expect(moved('2026-10-24T07:00:00.000Z', { days: 1, slots: 0 }, berlin)).toBe('2026-10-25T08:00:00.000Z');
  expect(moved('2026-10-25T08:00:00.000Z', { days: -1, slots: 1 }, berlin)).toBe('2026-10-24T07:30:00.000Z');
});

test('places entries of all 25 hours of a DST Sunday', () => {
  const start = wallOfDate('2026-10-19') ?? 0;
  const placed = layOutWeek([at('2026-10-24T22:30:00Z'), at('2026-10-25T00:30:00Z'), at('2026-10-25T22:30:00Z')], start, berlin);
  expect(placed.map(({ day, minutes }) => [day, minutes])).toEqual([
    [6, 30],
    [6, 150],
    [6, 23 * 60 + 30],
  ]);
});

test('places overlapping entries side by side and leaves out other weeks', () => {
  const start = wallOfDate('2026-11-16') ?? 0;
  const items = ['2026-11-16T09:00:00Z', '2026-11-16T09:10:00Z', '2026-11-16T12:00:00Z', '2026-11-23T09:00:00Z'].map(at);
  expect(layOutWeek(items, start, 'UTC').map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
  ]);
});

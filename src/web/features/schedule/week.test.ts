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

test('stacks more than two overlapping entries, each with a line of the full width', () => {
  const start = wallOfDate('2026-11-16') ?? 0;
  const five = Array<string>(5).fill('2026-11-16T10:00:00Z');
  const placed = layOutWeek([...five, '2026-11-16T12:00:00Z', '2026-11-16T15:00:00Z'].map(at), start, 'UTC');
  expect(placed.map(({ top, height, lanes }) => [top / 60, height, lanes])).toEqual([
    [10, 30, 1],
    [10.5, 30, 1],
    [11, 30, 1],
    [11.5, 30, 1],
    [12, 30, 1],
    [12.5, 30, 1],
    [15, 60, 1],
  ]);
});

test('moves up a stack that would run past midnight', () => {
  const start = wallOfDate('2026-11-16') ?? 0;
  const placed = layOutWeek(Array<string>(5).fill('2026-11-16T23:50:00Z').map(at), start, 'UTC');
  expect(placed.map(({ top }) => top / 60)).toEqual([21.5, 22, 22.5, 23, 23.5]);
});

test('uses a column again once it is free', () => {
  const start = wallOfDate('2026-11-16') ?? 0;
  const placed = layOutWeek(
    ['10:00', '10:40', '11:20', '12:00'].map((time) => at(`2026-11-16T${time}:00Z`)),
    start,
    'UTC',
  );
  expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [1, 2],
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

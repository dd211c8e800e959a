import { expect, test } from 'vitest';
import type { Today, TodayItem } from '#shared/dashboard.ts';
import { untilLabel } from './today-done.tsx';
import { answerFor, countDone, freshFor, keepItems, withItems } from './use-today.ts';

const item = (id: string) => ({ kind: 'lead', lead: { id } }) as TodayItem;
const ids = (items: readonly TodayItem[]) => items.map(({ lead }) => lead.id).join('');
const [a, b, c, d] = [item('a'), item('b'), item('c'), item('d')];

test('keeps an item that the server no longer lists only while it has unsent text, in its place', () => {
  expect(ids(keepItems([a, d], [a, b, c, d], ({ lead }) => lead.id === 'b'))).toBe('abd');
  expect(ids(keepItems([d], [a, b, c], () => true))).toBe('abcd');
  expect(ids(keepItems([d], [a, b], () => false))).toBe('d');
});

test('counts an item that leaves the list, and no longer after an undo', () => {
  const before = { items: [a, b], done: { replied: 2, followedUp: 1, dismissed: 0 }, nextAt: null } as Today;
  const after = withItems(before, [b]);
  expect([countDone(before), countDone(after), countDone(withItems(after, [a, b]))]).toEqual([3, 4, 3]);
});

test('keeps the answer that a reply was begun for, and otherwise takes the newest', () => {
  const [begun, newest] = ['1', '2'].map((id) => ({ id, postId: '7', author: 'a', body: '', permalink: null, at: '' }));
  expect(answerFor(newest, { begun, isTyping: true })).toBe(begun);
  expect(answerFor(newest, { begun, isTyping: false })).toBe(newest);
  expect(answerFor(newest, { begun: undefined, isTyping: true })).toBe(undefined);
});

test('is read again when there is more to do or the day ends, and soon where the clocks differ', () => {
  const now = Date.parse('2026-11-21T20:00:00Z');
  const at = (nextAt: string | null, zone = 'UTC') => freshFor({ nextAt }, { now, zone }) / 60_000;
  expect(at('2026-11-21T20:30:00Z')).toBeCloseTo(30, 1);
  expect(at('2026-12-30T09:00:00Z')).toBeCloseTo(240, 1);
  expect(at(null, 'Europe/Berlin')).toBeCloseTo(180, 1);
  expect(at('2026-11-21T19:59:59Z')).toBe(1);
});

test.each([
  ['2026-11-21T17:00:00Z', '17:00'],
  ['2026-11-22T00:00:00Z', 'tomorrow'],
  ['2026-11-22T09:00:00Z', 'tomorrow at 09:00'],
  ['2026-11-26T09:00:00Z', 'Thursday at 09:00'],
  ['2026-12-03T09:00:00Z', '3 Dec at 09:00'],
])('says of %s that it is %s', (at, label) => {
  expect(untilLabel(at, { now: Date.parse('2026-11-21T08:42:00Z'), zone: 'UTC', locale: 'en-GB' })).toBe(label);
});

test("counts days in the user's time zone", () => {
  expect(untilLabel('2026-11-21T23:00:00Z', { now: Date.parse('2026-11-21T08:42:00Z'), zone: 'Europe/Berlin', locale: 'en-GB' })).toBe(
    'tomorrow',
  );
});

import { expect, test } from 'vitest';
import { visitTime } from './since-visit.tsx';

const now = Date.parse('2026-11-21T08:42:00Z');
const where = { locale: 'en-GB', timeZone: 'UTC' };

test.each([
  ['2026-11-21T00:05:00Z', 'today at 00:05'],
  ['2026-11-20T18:40:00Z', 'yesterday at 18:40'],
  ['2026-11-17T09:00:00Z', 'Tuesday at 09:00'],
  ['2026-11-03T09:00:00Z', '3 Nov at 09:00'],
])('formats %s as %s', (at, label) => {
  expect(visitTime(at, now, where)).toBe(label);
});

test("uses the user's time zone", () => {
  expect(visitTime('2026-11-20T23:30:00Z', now, { locale: 'en-GB', timeZone: 'Europe/Berlin' })).toBe('today at 00:30');
});

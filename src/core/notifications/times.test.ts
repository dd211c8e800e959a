import { expect, test } from 'vitest';
import { nextAt } from '#shared/time-zone.ts';
import { dueAt, quietEnd, type Timing } from './plain.ts';

const timing = (overrides: Partial<Timing>): Timing => ({ pace: 'now', hour: 8, weekday: 1, quiet: null, zone: 'UTC', ...overrides });
const at = (iso: string): number => Date.parse(iso);
const isoOf = (time: number): string => new Date(time).toISOString();
const hour = 3_600_000;
const clockIn = (time: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(time);

test.each(['Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'])(
  'sends every digest of a year in %s at 08:00 local time, 364 to 366 of them, none twice',
  (zone) => {
    const seen: number[] = [];
    for (let now = at('2026-01-01T00:00:00Z'); now < at('2027-01-01T00:00:00Z');) {
      now = dueAt(now, timing({ pace: 'daily', zone }));
      seen.push(now);
    }
    expect(new Set(seen.map((time) => clockIn(time, zone).slice(-5)))).toEqual(new Set(['08:00']));
    expect(seen.length).toBeGreaterThanOrEqual(364);
    expect(seen.length).toBeLessThanOrEqual(366);
    expect(new Set(seen).size).toBe(seen.length);
  },
);

test('keeps the local hour of a digest in New York when the clocks change', () => {
  const daily = timing({ pace: 'daily', zone: 'America/New_York' });
  expect(isoOf(dueAt(at('2026-03-07T12:00:00Z'), daily))).toBe('2026-03-07T13:00:00.000Z');
  expect(isoOf(dueAt(at('2026-03-07T13:00:00Z'), daily))).toBe('2026-03-08T12:00:00.000Z');
  expect(isoOf(dueAt(at('2026-10-31T12:00:00Z'), daily))).toBe('2026-11-01T13:00:00.000Z');
});

test('counts an hour that occurs twice once, and moves a skipped hour to right after the change', () => {
  const [zone, minutes] = ['America/New_York', 60];
  const first = nextAt(at('2026-11-01T00:00:00Z'), { zone, minutes });
  expect(isoOf(first)).toBe('2026-11-01T05:00:00.000Z');
  expect(isoOf(nextAt(first, { zone, minutes }))).toBe('2026-11-02T06:00:00.000Z');
  expect(isoOf(nextAt(at('2026-03-08T00:00:00Z'), { zone, minutes: 120 }))).toBe('2026-03-08T07:00:00.000Z');
});

test('sends a weekly digest on its weekday', () => {
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const time = dueAt(at('2026-11-21T09:00:00Z'), timing({ pace: 'weekly', weekday, zone: 'Asia/Kathmandu' }));
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekday - 1] ?? '';
    expect(clockIn(time, 'Asia/Kathmandu')).toMatch(new RegExp(`^${day}.*08:00$`));
    expect(time - at('2026-11-21T09:00:00Z')).toBeLessThanOrEqual(7 * 24 * hour);
  }
});

test.each([
  ['21:59', '22:00', '07:00', null],
  ['22:00', '22:00', '07:00', '2026-11-22T07:00:00.000Z'],
  ['03:00', '22:00', '07:00', '2026-11-21T07:00:00.000Z'],
  ['06:59', '22:00', '07:00', '2026-11-21T07:00:00.000Z'],
  ['07:00', '22:00', '07:00', null],
  ['12:30', '12:00', '13:00', '2026-11-21T13:00:00.000Z'],
  ['13:00', '12:00', '13:00', null],
])('holds messages at %s, in quiet hours from %s to %s, until %s', (...[now, from, to, end]) => {
  const held = quietEnd(at(`2026-11-21T${now}:00Z`), { quiet: { from, to }, zone: 'UTC' });
  expect(held === null ? null : isoOf(held)).toBe(end);
});

test("computes quiet hours in the channel's time zone", () => {
  const quiet = { from: '22:00', to: '07:00' };
  expect(isoOf(quietEnd(at('2026-11-21T20:00:00Z'), { quiet, zone: 'Asia/Kathmandu' }) ?? 0)).toBe('2026-11-22T01:15:00.000Z');
  expect(quietEnd(at('2026-11-21T20:00:00Z'), { quiet, zone: 'America/New_York' })).toBeNull();
});

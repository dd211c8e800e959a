import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf, dayOfDate, startOfDay, timeZone, weekdayOf } from './time-zone.ts';
import { isTimeZone } from './time-zone-name.ts';

const hour = 3_600_000;
const quarter = hour / 4;
/** Ten zones whose clocks change by one hour, half an hour, two hours, at midnight, on Fridays, and backwards in winter. */
const zones = [
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Cairo',
  'Antarctica/Troll',
];
const [from, to] = [Temporal.Instant.from('2025-01-01T00:00Z'), Temporal.Instant.from('2028-01-01T00:00Z')];

/** Instants (UTC ms) of a zone's clock changes, by an independent implementation. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  let next = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (next && next.epochMilliseconds < to.epochMilliseconds) {
    changes.push(next.epochMilliseconds);
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}
const localOf = (at: number, zone: string): number =>
  Date.parse(`${Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime().toString()}Z`);
const instantOf = (local: number, zone: string): number =>
  Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, -1)).toZonedDateTime(zone).epochMilliseconds;
const iso = (at: number): string => new Date(at).toISOString();

describe.each(zones)('every clock change in %s', (name) => {
  const zone = timeZone(name);
  const changes = changesOf(name);
  const around = changes.flatMap((change) => Array.from({ length: 49 }, (_, index) => change + (index - 24) * quarter));

  test('has at least one to test', () => expect(changes.length).toBeGreaterThanOrEqual(4));

  test('gives the same local time as Temporal', () => {
    expect(around.map((at) => iso(zone.toLocal(at)))).toEqual(around.map((at) => iso(localOf(at, name))));
  });

  test('gives the same instant as Temporal, including repeated and skipped times', () => {
    const locals = around.flatMap((at) => [zone.toLocal(at), zone.toLocal(at) + hour]);
    expect(locals.map((local) => iso(zone.toInstant(local)))).toEqual(locals.map((local) => iso(instantOf(local, name))));
  });

  test('gives the same start of days as Temporal', () => {
    const days = changes.flatMap((change) => [-1, 0, 1].map((offset) => dayOf(zone, change) + offset));
    const starts = days.map((day) => Temporal.PlainDate.from(iso(day * 24 * hour).slice(0, 10)).toZonedDateTime(name).epochMilliseconds);
    expect(days.map((day) => iso(startOfDay(zone, day)))).toEqual(starts.map(iso));
  });

  test('adds days like Temporal', () => {
    const later = around.map(
      (at) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name).add({ days: 1 }).epochMilliseconds,
    );
    expect(around.map((at) => iso(addDays(zone, at, 1)))).toEqual(later.map(iso));
  });
});

test('starts the day after the change where midnight is skipped', () => {
  const santiago = timeZone('America/Santiago');
  expect(iso(startOfDay(santiago, dayOfDate('2026-09-06')))).toBe('2026-09-06T04:00:00.000Z');
  expect(dayOf(santiago, Date.parse('2026-09-06T03:59:00Z'))).toBe(dayOfDate('2026-09-05'));
});

test('starts days at local midnight in zones with a quarter-hour offset', () => {
  expect(iso(startOfDay(timeZone('Asia/Kathmandu'), dayOfDate('2026-11-21')))).toBe('2026-11-20T18:15:00.000Z');
});

test('converts between local time and instant at any time', () => {
  const at = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
  fc.assert(
    fc.property(at, fc.constantFrom(...zones, 'Asia/Kolkata', 'UTC'), (instant, name) => {
      const zone = timeZone(name);
      const local = zone.toLocal(instant);
      expect(zone.toLocal(zone.toInstant(local))).toBe(local);
    }),
  );
});

test('counts weeks from Monday', () => {
  expect(['2026-11-16', '2026-11-21', '2026-11-22'].map((date) => weekdayOf(dayOfDate(date)))).toEqual([0, 5, 6]);
});

test('recognizes names of time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

test('uses UTC for an unknown zone', () => expect(timeZone('Mars/Olympus').name).toBe('UTC'));

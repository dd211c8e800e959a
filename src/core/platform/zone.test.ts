import { expect, test } from 'vitest';
import { createZone, dayOf, dayOfDate, startOfDay, weekdayOf } from './zone.ts';

const startsAt = (zone: string, date: string): string => new Date(startOfDay(createZone(zone), dayOfDate(date))).toISOString();
const hourMs = 3_600_000;
const lengthOf = (name: string, date: string): number => {
  const zone = createZone(name);
  return (startOfDay(zone, dayOfDate(date) + 1) - startOfDay(zone, dayOfDate(date))) / hourMs;
};

test('a day begins at its zone’s midnight, also a quarter before the hour', () => {
  expect(startsAt('UTC', '2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
  expect(startsAt('Asia/Kathmandu', '2026-11-21')).toBe('2026-11-20T18:15:00.000Z');
  expect(startsAt('Asia/Kolkata', '2026-11-21')).toBe('2026-11-20T18:30:00.000Z');
  expect(startsAt('Pacific/Kiritimati', '2026-11-21')).toBe('2026-11-20T10:00:00.000Z');
});

test('New York has a day of 23 hours in March and one of 25 in November', () => {
  expect(startsAt('America/New_York', '2026-03-08')).toBe('2026-03-08T05:00:00.000Z');
  expect(startsAt('America/New_York', '2026-03-09')).toBe('2026-03-09T04:00:00.000Z');
  expect(startsAt('America/New_York', '2026-11-01')).toBe('2026-11-01T04:00:00.000Z');
  expect(startsAt('America/New_York', '2026-11-02')).toBe('2026-11-02T05:00:00.000Z');
  expect(['2026-03-07', '2026-03-08', '2026-11-01'].map((date) => lengthOf('America/New_York', date))).toEqual([24, 23, 25]);
});

test('the hour that New York has twice is shown twice, the one it skips never', () => {
  const zone = createZone('America/New_York');
  const hours = (from: string) => [0, 1, 2, 3].map((hour) => (zone.wallAt(Date.parse(from) + hour * hourMs) / hourMs) % 24);
  expect(hours('2026-11-01T04:00:00Z')).toEqual([0, 1, 1, 2]);
  expect(hours('2026-03-08T05:00:00Z')).toEqual([0, 1, 3, 4]);
});

test('where midnight itself is skipped, the day begins an hour later', () => {
  expect(startsAt('America/Santiago', '2026-09-06')).toBe('2026-09-06T04:00:00.000Z');
  expect(dayOf(createZone('America/Santiago'), Date.parse('2026-09-06T03:59:00Z'))).toBe(dayOfDate('2026-09-05'));
});

test('every quarter hour of a year falls into the day between whose starts it lies', () => {
  for (const name of ['Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin']) {
    const zone = createZone(name);
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 900_000 * 7) {
      const day = dayOf(zone, at);
      expect(at >= startOfDay(zone, day) && at < startOfDay(zone, day + 1), `${name} ${new Date(at).toISOString()}`).toBe(true);
    }
  }
});

test('weeks begin on Monday', () => {
  expect(['2026-11-16', '2026-11-21', '2026-11-22'].map((date) => weekdayOf(dayOfDate(date)))).toEqual([0, 5, 6]);
});

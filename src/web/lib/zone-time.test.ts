import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, knownZone, wallAt } from './zone-time.ts';

const hour = 3_600_000;

test('converts between local time and instant in zones with and without daylight saving', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }), zone, (at, name) => {
      const wall = wallAt(at, name);
      // In the repeated hour, one local time means two instants.
      expect(wallAt(instantOf(wall, name), name)).toBe(wall);
    }),
  );
});

test('keeps nine o’clock across a daylight saving change', () => {
  const saturday = Date.UTC(2026, 2, 28, 9);
  const [before, after] = [instantOf(saturday, 'Europe/Berlin'), instantOf(saturday + 24 * hour, 'Europe/Berlin')];
  expect(new Date(before).toISOString()).toBe('2026-03-28T08:00:00.000Z');
  expect(new Date(after).toISOString()).toBe('2026-03-29T07:00:00.000Z');
});

test('moves a time in a skipped hour past the gap', () => {
  const skipped = Date.UTC(2026, 2, 29, 2, 30);
  expect(new Date(instantOf(skipped, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T00:30:00.000Z');
});

test('falls back to the browser’s zone for an unknown one', () => {
  expect(knownZone('Mars/Olympus')).toBe(knownZone(undefined));
  expect(knownZone('Asia/Kolkata')).toMatch(/Asia\/(Kolkata|Calcutta)/);
});

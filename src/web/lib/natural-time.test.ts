import { expect, test } from 'vitest';
import { readWhen } from './natural-time.ts';

// A Tuesday, 10:20 in New York.
const now = Date.UTC(2026, 11, 1, 15, 20);
const read = (text: string) => readWhen(text, { now, zone: 'America/New_York' })?.replace(':00.000Z', 'Z');

test.each([
  ['tomorrow', '2026-12-02T14:00Z'],
  ['Tomorrow at 2pm', '2026-12-02T19:00Z'],
  ['tue 9', '2026-12-08T14:00Z'],
  ['tue 11', '2026-12-01T16:00Z'],
  ['Tuesday, 5', '2026-12-01T22:00Z'],
  ['fri', '2026-12-04T14:00Z'],
  ['next fri 9:30 am', '2026-12-11T14:30Z'],
  ['next week', '2026-12-07T14:00Z'],
  ['tonight', '2026-12-02T00:00Z'],
  ['today 16:45', '2026-12-01T21:45Z'],
  ['9', '2026-12-02T14:00Z'],
  ['noon', '2026-12-01T17:00Z'],
  ['2h', '2026-12-01T17:20Z'],
  ['in 30 min', '2026-12-01T15:50Z'],
  ['in a week', '2026-12-08T15:20Z'],
  ['3 days', '2026-12-04T15:20Z'],
  ['dec 3', '2026-12-03T14:00Z'],
  ['3 January 14:30', '2027-01-03T19:30Z'],
  ['2026-12-24', '2026-12-24T14:00Z'],
  ['2026-12-24T18:05', '2026-12-24T23:05Z'],
  ['12am', '2026-12-02T05:00Z'],
])('reads "%s"', (text, at) => {
  expect(read(text)).toBe(at);
});

test.each([
  ['morgen', '2026-12-02T14:00Z'],
  ['Di 9', '2026-12-08T14:00Z'],
  ['Freitag', '2026-12-04T14:00Z'],
  ['heute 16:45', '2026-12-01T21:45Z'],
  ['3. Januar 14:30', '2027-01-03T19:30Z'],
  ['24 Dez', '2026-12-24T14:00Z'],
  ['in 2 h', '2026-12-01T17:20Z'],
  ['tue 9', '2026-12-08T14:00Z'],
])('reads "%s" on a German page', (text, at) => {
  expect(readWhen(text, { now, zone: 'America/New_York', language: 'de' })?.replace(':00.000Z', 'Z')).toBe(at);
});

test('keeps the time of day when the clocks change', () => {
  const saturday = Date.UTC(2026, 2, 7, 15, 0);
  expect(readWhen('1 day', { now: saturday, zone: 'America/New_York' })).toBe('2026-03-08T14:00:00.000Z');
});

test.each(['', 'soon', 'today', 'today 9', '2020-01-01', 'yesterday', '25:00', '13pm', 'feb', 'tue tue', '0 d', '9 9 9'])(
  'refuses "%s"',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

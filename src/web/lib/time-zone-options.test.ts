import { expect, test } from 'vitest';
import { isTimeZone } from '#shared/time-zone-name.ts';
import { timeZoneOptions, zoneLabel } from './time-zone-options.ts';

test('lists each time zone once, under its current name, which servers accept', () => {
  const names = timeZoneOptions(['Europe/Kiev', 'UTC']).map(({ value }) => value);
  expect(names.slice(0, 2)).toEqual(['Europe/Kyiv', 'UTC']);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'America/Argentina/Buenos_Aires']));
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/Calcutta|Saigon|Kiev/)]));
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
});

test('labels a time zone that was stored under its former name by its current one', () => {
  expect(zoneLabel('Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(zoneLabel('America/New_York')).toBe('America/New York');
});

import { describe, expect, it } from 'vitest';
import {
  authorName,
  counted,
  decimal,
  exactTime,
  excerpt,
  inBytes,
  percentText,
  relativeTime,
  subredditName,
  reasonText,
} from './format.ts';
import { shortNumber } from './language.ts';

const now = Date.UTC(2026, 0, 10, 12);
const ago = (milliseconds: number) => relativeTime(new Date(now - milliseconds).toISOString(), now);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('relative time', () => {
  it.each([
    [0, 'just now'],
    [minute - 1, 'just now'],
    [minute, '1 min ago'],
    [hour - 1, '59 min ago'],
    [hour, '1 h ago'],
    [3.9 * hour, '3 h ago'],
    [day, '1 d ago'],
    [29.9 * day, '29 d ago'],
    [31 * day, '1 mo ago'],
    [364 * day, '12 mo ago'],
    [800 * day, '2 y ago'],
    [-10_000, 'in a moment'],
    [-6 * minute, 'in 6 min'],
    [-2 * day, 'in 2 d'],
  ])('formats %i ms ago as %s', (distance, words) => expect(ago(distance)).toBe(words));

  it('is empty for an invalid time', () => expect(relativeTime('soon', now)).toBe(''));
});

describe('exact time', () => {
  const at = '2026-01-10T23:30:00.000Z';
  it('uses the given zone and locale', () => {
    expect(exactTime(at, { locale: 'en-GB', timeZone: 'Europe/Berlin' })).toBe('11 Jan 2026, 00:30 CET');
  });
  it("falls back for a zone that the browser doesn't know", () =>
    expect(exactTime(at, { locale: 'en-GB', timeZone: 'Mars/Olympus' })).toMatch(/2026/));
  it('is empty for an invalid time', () => expect(exactTime('soon')).toBe(''));
});

describe('numbers and names', () => {
  it.each([
    [0, '0'],
    [1284, '1,284'],
    [9999, '9,999'],
    [12_431, '12.4k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [1_234_567, '1.2M'],
  ])('formats %i as %s', (value, words) => expect(shortNumber(value, 'en')).toBe(words));

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.5 KB'],
    [10 * 1024 ** 2, '10 MB'],
    [1.4 * 1024 ** 3, '1.4 GB'],
    [5000 * 1024 ** 4, '5000 TB'],
  ])('formats %d bytes as %s', (bytes, words) => expect(inBytes(bytes)).toBe(words));

  it('counts in singular and plural', () =>
    expect([counted(1, 'lead'), counted(0, 'lead'), counted(2, 'reply', 'replies')]).toEqual(['1 lead', '0 leads', '2 replies']));

  it('prefixes Reddit names exactly once', () => {
    expect([subredditName('freelance'), subredditName('/r/freelance'), authorName('otter'), authorName(null)]).toEqual([
      'r/freelance',
      'r/freelance',
      'u/otter',
      'deleted account',
    ]);
  });
});

describe('excerpt', () => {
  it('keeps a short text as it is', () => expect(excerpt('Invoices for freelancers', 40)).toBe('Invoices for freelancers'));
  it('ends at a word, without its comma', () =>
    expect(excerpt('Invoices for freelancers, studios and makers', 30)).toBe('Invoices for freelancers…'));
  it('cuts a single long word', () => expect(excerpt('a'.repeat(50), 10)).toBe(`${'a'.repeat(10)}…`));
});

it.each([
  'Looking for: “an app: “simple”, for 5 people” · budget $40 · fits “invoices”',
  'Mentions it, asks for nothing',
  'Asks in the title · leaving FreshBooks',
  '',
])('shows the reason %j as the scorer says it in English', (reason) => expect(reasonText(reason)).toBe(reason));

it('writes shares and decimals as the language does', () => {
  expect([percentText(0.8449), percentText(0.075, 1), decimal(1.2, 2)]).toEqual(['84%', '7.5%', '1.20']);
  expect([percentText(0.895, 1, 'de'), decimal(-0.5, 2, 'de')]).toEqual(['89,5\u00A0%', '-0,50']);
});

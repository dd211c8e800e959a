import { expect, test } from 'vitest';
import { narrowed, widthsWithin, wrapped, table } from './output.ts';

test('keeps narrow columns and shrinks the widest, but not below the width of a word', () => {
  expect(widthsWithin([4, 60, 10], 50)).toEqual([4, 32, 10]);
  expect(widthsWithin([60, 60], 42)).toEqual([20, 20]);
  expect(widthsWithin([4, 6], 80)).toEqual([4, 6]);
  expect(widthsWithin([40, 40, 40, 40], 20)).toEqual([8, 8, 8, 8]);
});

test('breaks a cell between words, and a longer word where necessary, without losing text', () => {
  expect(wrapped('Listens for every campaign', 12)).toBe('Listens for\nevery\ncampaign');
  expect(wrapped('https://example.com/a/b', 10)).toBe('https://ex\nample.com/\na/b');
  expect(wrapped('🦊🦊🦊', 2)).toBe('🦊🦊\n🦊');
  expect(wrapped('', 8)).toBe('');
});

const rows = [
  ['own-activity', 'Rereads what connected accounts wrote, and erases what they deleted', '23 * * * *', null],
  ['a', 'b', 'c', 'd'],
] as const;

test('keeps every line of a table within a terminal of 80 characters, with every word', () => {
  const shown = table(['name', 'about', 'schedule (UTC)', 'last error'], rows, 80);
  for (const line of shown.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  for (const word of ['own-activity', 'connected', 'deleted', 'schedule (UTC)', '–']) expect(shown).toContain(word);
});

test('prints a row as one line to a pipe, regardless of its length', () => {
  expect(table(['name', 'about', 'schedule', 'error'], rows).split('\n')).toHaveLength(3);
  expect(narrowed([['a', 'b']], 80)).toEqual([['a', 'b']]);
});

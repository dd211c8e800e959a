import { expect, test } from 'vitest';
import { toneOf } from './service.ts';

test('rates thanks as friendly, insults as critical, and facts and other languages as plain', () => {
  expect(toneOf('Thanks a lot, this is really helpful')).toBe('friendly');
  expect(toneOf('What a useless scam')).toBe('critical');
  expect(toneOf('The invoice was paid on Monday')).toBe('plain');
  expect(toneOf('Das Finanzamt hat geschrieben')).toBe('plain');
});

test('ignores a word after "not" and weighs friendly words against critical ones', () => {
  expect(toneOf('That is not helpful')).toBe('plain');
  expect(toneOf('It is never a scam')).toBe('plain');
  expect(toneOf('Thanks, but the app is terrible')).toBe('plain');
});

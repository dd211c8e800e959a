import { expect, test } from 'vitest';
import { toneOf } from './tone.ts';

test('thanks are friendly, scolding is critical, facts and other languages are plain', () => {
  expect(toneOf('Thanks a lot, this is really helpful')).toBe('friendly');
  expect(toneOf('What a useless scam')).toBe('critical');
  expect(toneOf('The invoice was paid on Monday')).toBe('plain');
  expect(toneOf('Das Finanzamt hat geschrieben')).toBe('plain');
});

test('a word right after "not" counts for neither side, and both sides are weighed', () => {
  expect(toneOf('That is not helpful')).toBe('plain');
  expect(toneOf('It is never a scam')).toBe('plain');
  expect(toneOf('Thanks, but the app is terrible')).toBe('plain');
});

import { expect, test } from 'vitest';
import { withoutSent, withReturned } from './draft-text.ts';

test('a draft is empty after it was sent, except for what was typed while it was', () => {
  expect(withoutSent('We make one.', 'We make one.')).toBe('');
  expect(withoutSent('We make one. Ask me!', 'We make one.')).toBe('We make one. Ask me!');
});

test('a text that comes back stands above what was typed since, and only once', () => {
  expect(withReturned('', 'We make one.')).toBe('We make one.');
  expect(withReturned('Next idea', 'We make one.')).toBe('We make one.\n\nNext idea');
  expect(withReturned('We make one. Ask me!', 'We make one.')).toBe('We make one. Ask me!');
});

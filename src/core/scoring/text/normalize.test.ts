import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeText } from './normalize.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

test('what was normalized once stays as it is', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const once = normalizeText(text, limit);
      expect(normalizeText(once, limit)).toBe(once);
    }),
  );
});

test('no text leaves with a NUL, a lone surrogate or more code points than allowed', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const normal = normalizeText(`${text}\0\ud800`, limit);
      expect(normal.includes('\0')).toBe(false);
      expect(normal.isWellFormed()).toBe(true);
      expect(Array.from(normal).length).toBeLessThanOrEqual(limit);
    }),
  );
});

test('a text is cut between graphemes, not inside one', () => {
  expect(normalizeText('ab👩‍👩‍👧‍👦cd', 4)).toBe('ab');
  expect(normalizeText('ab👩‍👩‍👧‍👦cd', 9)).toBe('ab👩‍👩‍👧‍👦');
  expect(normalizeText('cafe\u0301s', 4)).toBe('caf');
});

test('one endless grapheme is cut rather than lost', () => {
  expect(normalizeText(`a${'\u0301'.repeat(50)}`, 10)).toHaveLength(10);
});

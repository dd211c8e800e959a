import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, lineOf } from './clean.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

test('keeps normalized text unchanged', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const once = cleanText(text, limit);
      expect(cleanText(once, limit)).toBe(once);
    }),
  );
});

test('never returns a NUL, a lone surrogate, or more code points than allowed', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const normal = cleanText(`${text}\0\ud800`, limit);
      expect(normal.includes('\0')).toBe(false);
      expect(normal.isWellFormed()).toBe(true);
      expect(Array.from(normal).length).toBeLessThanOrEqual(limit);
    }),
  );
});

test('cuts a text between graphemes', () => {
  expect(cleanText('ab👩‍👩‍👧‍👦cd', 4)).toBe('ab');
  expect(cleanText('ab👩‍👩‍👧‍👦cd', 9)).toBe('ab👩‍👩‍👧‍👦');
  expect(cleanText('cafe\u0301s', 4)).toBe('caf');
});

test('cuts an endless grapheme instead of losing it', () => {
  expect(cleanText(`a${'\u0301'.repeat(50)}`, 10)).toHaveLength(10);
});

test.each([
  ['A \u{1F468}\u200D\u{1F469}\u200D\u{1F467} trip', 'A \u{1F468}\u200D\u{1F469}\u200D\u{1F467} trip'],
  ['\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
  ['in\u00ADvoice \u202Eevil\u202C\u0007\n tool\uFEFF', 'invoice evil tool'],
])('makes one line of %j without what is unseen, and keeps joined emoji and parted letters', (text, line) =>
  expect(lineOf(text, 100)).toBe(line),
);

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFolder, foldedString, foldToString } from './fold.ts';
import { numberForms, singularOf, stemOf } from './stems.ts';

const folded = (text: string): string => foldToString(text);

describe('folding', () => {
  test.each([
    ['Crème BRÛLÉE!', ' creme brulee '],
    ['', ' '],
    ['...', ' '],
    ["don't — stop", ' dont stop '],
    ['don’t', ' dont '],
    ["I'm in, it's what y'all said: c'mon", ' im in its what yall said cmon '],
    ['L’assurance d’un avocat, qu’il paie', ' l assurance d un avocat qu il paie '],
    ["dell'auto e un'officina", ' dell auto e un officina '],
    ['C++ and C# and F#', ' c++ and c# and f# '],
    ['google+ #tag', ' google tag '],
    ['node.js', ' node js '],
    ['snake_case **bold**', ' snake case bold '],
    ['発票 2.0', ' 発 票 2 0 '],
    ['in\u00advoice zero\u200bwidth', ' invoice zerowidth '],
    ['Ａｂｃ', ' abc '],
    ['𝐛old 😀 end', ' bold end '],
    ['İstanbul', ' istanbul '],
    ['Straße', ' straße '],
  ])('folds %j to %j', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  test.each([
    ['“Älter” wird man', ['Älter', 'wird', 'man']],
    ['go発票2', ['go', '発', '票', '2']],
    ['𠮷 ok', ['𠮷', 'ok']],
  ])('maps every unit of %j to its start, and spaces to the end of the word before', (text, expected) => {
    const { codes, offsets, length } = createFolder()(text);
    const words: string[] = [];
    let from = 1;
    for (let at = 1; at < length; at += 1) {
      if (codes[at] !== 32) continue;
      words.push(text.slice(offsets[from], offsets[at]));
      from = at + 1;
    }
    expect(words).toEqual(expected);
  });

  test('begins and ends with one space, never has two in a row, and has rising offsets for any text', () => {
    const fold = createFolder();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const result = fold(text);
        const written = foldedString(result);
        expect(written.startsWith(' ') && written.endsWith(' ')).toBe(true);
        expect(written.includes('  ')).toBe(false);
        const offsets = [...result.offsets.subarray(0, result.length)];
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
        expect(Math.max(...offsets)).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test('does work in proportion to the length of any text', () => {
    for (const text of ['\ufdfa', '\u0301', 'é“', "a'", 'c+'].map((piece) => piece.repeat(20_000))) {
      expect(createFolder()(text).length).toBeLessThanOrEqual(text.length * 3 + 2);
    }
  });
});

describe('word forms', () => {
  test.each([
    ['receipts', 'receipt'],
    ['companies', 'company'],
    ['boxes', 'box'],
    ['business', 'business'],
    ['expenses', 'expense'],
    ['irs', 'irs'],
    ['news', 'news'],
  ])('make %s the singular of %s', (many, one) => {
    expect(singularOf(many)).toBe(one);
  });

  test("include a word's other number", () => {
    expect(numberForms('dog')).toEqual(['dog', 'dogs']);
    expect(numberForms('companies')).toEqual(['companies', 'company']);
    expect(numberForms('tax')).toContain('taxes');
  });
});

test('share a stem for the forms of a verb', () => {
  expect(stemOf('training')).toBe(stemOf('trains'));
  expect(stemOf('stopped')).toBe(stemOf('stop'));
  expect(stemOf('pulling')).toBe('pull');
  expect(stemOf('need')).toBe('need');
});

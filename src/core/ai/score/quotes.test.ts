import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evidenceOf, locateQuotes } from './ask-batch.ts';

const texts = {
  kind: 'post' as const,
  title: 'Need an invoicing tool',
  body: 'My clients don’t pay.\n\nI am look\u200Bing for  something “simple” – ideas? 😀 thanks',
};
const sliceOf = (quote: string): string[] => locateQuotes([quote], texts).map(({ field, start, end }) => texts[field].slice(start, end));

describe('a quote', () => {
  test.each([
    ['is in the title', 'invoicing tool', 'invoicing tool'],
    ['was copied with plain apostrophes', "don't pay", 'don’t pay'],
    ['was copied over a line break', 'pay. I am', 'pay.\n\nI am'],
    ['lacks a hidden character', 'looking for something', 'look\u200Bing for  something'],
    ['is in quotation marks', '"clients don’t"', 'clients don’t'],
    ['ends in an emoji', 'ideas? 😀', 'ideas? 😀'],
  ])('that %s is located', (_, quote, slice) => {
    expect(sliceOf(quote)).toEqual([slice]);
  });

  test.each([
    ['invented', 'I will pay any price'],
    ['changed', 'Need an invoicing app'],
    ['empty', ''],
    ['one letter long', 'a'],
    ['in another case', 'NEED AN INVOICING'],
  ])('that is %s is dropped', (_, quote) => {
    expect(locateQuotes([quote], texts)).toEqual([]);
  });

  test('of a comment must be in its body, not in the thread title', () => {
    const comment = { kind: 'comment' as const, title: 'Need an invoicing tool', body: 'Same here, need one for two people' };
    expect(locateQuotes(['invoicing tool', 'need one for two people'], comment)).toEqual([{ field: 'body', start: 11, end: 34 }]);
  });

  test('across HTML entities covers whole entities', () => {
    const body = 'Q&amp;A tool &gt; spreadsheet &#128512; please';
    const [span] = locateQuotes(['Q&A tool > spreadsheet 😀'], { kind: 'post', title: '', body });
    expect(body.slice(span?.start, span?.end)).toBe('Q&amp;A tool &gt; spreadsheet &#128512;');
  });

  test('counts once if given twice', () => {
    expect(locateQuotes(['invoicing tool', 'invoicing tool'], texts)).toHaveLength(1);
  });

  test('is always a literal part of its field as evidence', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '’', "'", '\u200B', '😀', 'é', '"'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, fc.tuple(fc.nat(30), fc.nat(30)), (title, body, [from, length]) => {
        const item = { kind: 'post' as const, title, body };
        for (const quote of [body.slice(from, from + length), title, body]) {
          for (const { text: shown, start, end, field } of evidenceOf(locateQuotes([quote], item), item, [])) {
            expect(item[field].slice(start, end)).toBe(shown);
          }
        }
      }),
      { numRuns: 5000, seed: 47 },
    );
  });

  test('supports the component of the overlapping built-in evidence, otherwise the intent', () => {
    const known = [
      {
        text: 'simple',
        start: texts.body.indexOf('simple'),
        end: texts.body.indexOf('simple') + 6,
        field: 'body' as const,
        why: 'fit' as const,
      },
    ];
    const spans = locateQuotes(['something "simple"', 'invoicing tool'], texts);
    expect(evidenceOf(spans, texts, known).map(({ why }) => why)).toEqual(['fit', 'intent']);
  });
});

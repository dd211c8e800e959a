import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '#shared/scoring.ts';
import { labelEvidence, splitEvidence, splitParagraphs } from './evidence-split.ts';

const passage = (text: string, quote: string, { why = 'intent', field = 'body' }: Partial<Evidence> = {}): Evidence => {
  const start = text.indexOf(quote);
  return { text: quote, start, end: start + quote.length, field, why };
};

describe('labelEvidence', () => {
  it('letters passages in reading order, title first', () => {
    const body = 'six clients and two unpaid invoices';
    const evidence = [
      passage(body, 'two unpaid'),
      passage(body, 'six clients', { why: 'fit' }),
      passage('What do you use?', 'use', { why: 'relevance', field: 'title' }),
    ];
    expect(labelEvidence(evidence).map(({ letter, field, start }) => [letter, field, start])).toEqual([
      ['a', 'title', 12],
      ['b', 'body', 0],
      ['c', 'body', 16],
    ]);
  });

  it('gives a passage one letter for all its reasons', () => {
    const body = 'would pay 20 a month';
    const lettered = labelEvidence([passage(body, 'would pay'), passage(body, 'would pay', { why: 'fit' }), passage(body, 'would pay')]);
    expect(lettered).toEqual([{ letter: 'a', field: 'body', start: 0, end: 9, reasons: ['intent', 'fit'] }]);
  });

  it('continues with aa after z', () => {
    const many = Array.from({ length: 28 }, (_, start): Evidence => ({ text: 'x', start, end: start + 1, field: 'body', why: 'fit' }));
    expect(
      labelEvidence(many)
        .slice(25)
        .map(({ letter }) => letter),
    ).toEqual(['z', 'aa', 'ab']);
  });
});

describe('splitEvidence', () => {
  it('marks passages and their ends, even when they overlap', () => {
    const text = 'looking for a tool that chases';
    const lettered = labelEvidence([passage(text, 'looking for a tool'), passage(text, 'tool that', { why: 'fit' })]);
    expect(splitEvidence(text, lettered)).toEqual([
      { text: 'looking for a ', start: 0, letters: ['a'], closing: [] },
      { text: 'tool', start: 14, letters: ['a', 'b'], closing: ['a'] },
      { text: ' that', start: 18, letters: ['b'], closing: ['b'] },
      { text: ' chases', start: 23, letters: [], closing: [] },
    ]);
  });

  it('returns nothing for no text and the whole text for no evidence', () => {
    expect(splitEvidence('', [])).toEqual([]);
    expect(splitEvidence('plain', [])).toEqual([{ text: 'plain', start: 0, letters: [], closing: [] }]);
  });

  it('never loses, repeats or reorders a character, and closes every passage once', () => {
    const offsets = fc.tuple(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -3, max: 40 }));
    fc.assert(
      fc.property(fc.string({ maxLength: 30, unit: 'grapheme' }), fc.array(offsets, { maxLength: 6 }), (text, pairs) => {
        const evidence = pairs.map(([start, end]): Evidence => ({ text: '', start, end, field: 'body', why: 'fit' }));
        const lettered = labelEvidence(evidence);
        const segments = splitEvidence(text, lettered);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        const visible = lettered.filter(({ start, end }) => Math.max(start, 0) < Math.min(end, text.length));
        expect(segments.flatMap(({ closing }) => closing).sort()).toEqual(visible.map(({ letter }) => letter).sort());
      }),
    );
  });
});

describe('splitParagraphs', () => {
  it('splits at blank lines, keeps single line breaks, and shows the letter of a crossing passage at its end', () => {
    const text = 'One line\nand its second.\n\n  \nThen more.';
    const crossing = { text: '', start: 17, end: 33, field: 'body', why: 'fit' } as const;
    const paragraphs = splitParagraphs(splitEvidence(text, labelEvidence([crossing])));
    expect(paragraphs.map((paragraph) => paragraph.map((segment) => [segment.text, segment.closing.join('')]))).toEqual([
      [
        ['One line\nand its ', ''],
        ['second.', ''],
      ],
      [
        ['Then', 'a'],
        [' more.', ''],
      ],
    ]);
  });

  it('keeps every visible character in order, with offsets into the text', () => {
    const piece = fc.constantFrom('a', 'bc', ' ', '\n', '\n\n', 'd.');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(14), fc.nat(14), (pieces, start, length) => {
        const text = pieces.join('');
        const evidence: Evidence = { text: '', start, end: start + length, field: 'body', why: 'fit' };
        const parts = splitParagraphs(splitEvidence(text, labelEvidence([evidence]))).flat();
        expect(
          parts
            .map((part) => part.text)
            .join('')
            .replaceAll(/\s/g, ''),
        ).toBe(text.replaceAll(/\s/g, ''));
        expect(parts.every((part) => text.startsWith(part.text, part.start))).toBe(true);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizeRule } from './rule-editor.tsx';

const kinds = (line: string) =>
  tokenizeRule(line)
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, text }) => `${kind} ${text}`);

describe('tokenizeRule', () => {
  it('distinguishes operators, fields, phrases and words', () => {
    expect(kinds('title:invoic* ("late payment" OR app) NOT rent -hiring')).toEqual([
      'field title:',
      'word invoic*',
      'word (',
      'phrase "late payment"',
      'operator OR',
      'word app',
      'word )',
      'operator NOT',
      'word rent',
      'operator -',
      'word hiring',
    ]);
  });

  it('reads operators only as whole capitalized words, and a hyphen inside a word as part of it', () => {
    expect(kinds('ORDER or email time:')).toEqual(['word ORDER', 'word or', 'word email', 'word time:']);
  });

  it('reads an unclosed phrase to the end of the line', () => {
    expect(kinds('say "still owe')).toEqual(['word say', 'phrase "still owe']);
  });

  it('marks the word with an error by its column', () => {
    const line = 'tallybird NOT OR review';
    expect(tokenizeRule(line, [15]).filter(({ fault }) => fault)).toEqual([{ text: 'OR', kind: 'operator', column: 15, fault: true }]);
  });

  it('never loses, repeats or reorders a character', () => {
    const piece = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('OR', ' ', '"', '(', ')', '-', 'title:', 'NOT ', '😀', '\t'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const line = pieces.join('');
        expect(
          tokenizeRule(line)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line);
      }),
    );
  });
});

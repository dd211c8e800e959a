import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Evidence, componentNames } from '#shared/scoring.ts';
import { labelEvidence, splitEvidence, splitParagraphs, maxClauses, maxLength, maxWords, selectClauses } from './passages.ts';

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

const title = 'Which app do you use for payment plans with couples?';
const body =
  "Couples keep asking to spread it over 6 or 8 months. The wedding is in three weeks.\n\nI'd like: contract, schedule, automatic invoice for each part, a reminder that comes from me. It should be brain-*dead* *simple*.";
const texts = { title, body };
const passageOf = (quote: string, why: Evidence['why'], field: Evidence['field'] = 'body'): Evidence => {
  const start = texts[field].indexOf(quote);
  return { text: quote, start, end: start + quote.length, field, why };
};
const clausesOf = (evidence: readonly Evidence[], reason?: string) => selectClauses(evidence, texts, reason).map(({ text }) => text);

test('extends a passage to its whole clause', () => {
  expect(clausesOf([passageOf('is in three', 'urgency')])).toEqual(['The wedding is in three weeks']);
  expect(clausesOf([passageOf('reminder', 'fit')])).toEqual(['a reminder that comes from me']);
});

test('never ends inside a word, with or without markup', () => {
  expect(clausesOf([passageOf('simple', 'fit')])).toEqual(['It should be brain-*dead* *simple']);
  expect(clausesOf([passageOf('dead', 'fit')])[0]).toMatch(/^It should be brain/);
});

test('merges nested and overlapping passages into one clause with all their reasons', () => {
  const chosen = selectClauses([passageOf('automatic invoice', 'fit'), passageOf('invoice', 'relevance')], texts);
  expect(chosen.map(({ text, why }) => [text, why])).toEqual([
    ['automatic invoice for each part', 'fit'],
    ['automatic invoice for each part', 'relevance'],
  ]);
  expect(labelEvidence(chosen)).toHaveLength(1);
});

test('keeps what the row quotes even if stronger evidence would fill the four places', () => {
  const strong = ['schedule', 'contract', 'reminder', 'automatic', '6 or 8'].map((quote) => passageOf(quote, 'intent'));
  expect(clausesOf(strong, 'Urgent: “is in three weeks”')).toContain('The wedding is in three weeks');
  expect(clausesOf(strong, 'Urgent: “is in three weeks”')).toHaveLength(maxClauses);
});

test('cuts an endless clause down to whole words', () => {
  const long = `${'endless words without any mark '.repeat(20)}need an invoicing tool ${'and so on '.repeat(20)}`;
  const start = long.indexOf('voicing');
  const [only] = selectClauses([{ text: 'voicing', start, end: start + 7, field: 'body', why: 'fit' }], { title: '', body: long });
  expect(only?.text).toBe('invoicing');
});

test('marks a long clause whole, and of an endless one fifteen words', () => {
  const long = 'we have been looking for one invoicing tool that sends a reminder to all of our late payers every week';
  const endless = `${long} ${long}`;
  const of = (quote: string): Evidence => ({
    text: quote,
    start: long.indexOf(quote),
    end: long.indexOf(quote) + quote.length,
    field: 'body',
    why: 'fit',
  });
  const selectIn = (whole: string, ...quotes: string[]) =>
    selectClauses(quotes.map(of), { title: '', body: whole }).map(({ text }) => text);
  expect(selectIn(long, 'invoicing tool')).toEqual([long]);
  expect(selectIn(long, long)).toEqual([long]);
  expect(selectIn(endless, 'invoicing tool')).toEqual(['invoicing tool']);
  expect(selectIn(endless, 'looking for one invoicing tool that sends a', 'that sends a reminder to all of our late payers')).toEqual([
    'looking for one invoicing tool that sends a reminder to all of our late payers',
  ]);
});

test('ends a mark with a clause where one ends within the fifteen words', () => {
  const long = 'Need deposits and a client portal, five people, willing to go up to 60 a month. Thanks!';
  const of = (text: string) =>
    selectClauses([{ text, start: 0, end: text.length, field: 'body', why: 'fit' }], { title: '', body: text }).map((mark) => mark.text);
  expect(of(long)).toEqual(['Need deposits and a client portal, five people']);
  const short = `Well, ${'so many words that go on '.repeat(4)}`.trim();
  expect(of(short)).toEqual([short]);
  const endless = `Well, ${'so many words that go on '.repeat(9)}`;
  expect(of(endless)[0]?.split(' ')).toHaveLength(maxWords);
});

test('selects at most four clauses that never overlap and never split a word, whatever the passages', () => {
  const word = fc.constantFrom('late', 'payers', 'I’d', 'brain-*dead*', 'pay.', 'now,', 'soon!', '\n\n', '> quote', '3.5', '(maybe)', '👩‍🎨');
  const offsets = fc.tuple(fc.nat(120), fc.nat(40), fc.constantFrom(...componentNames));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.array(offsets, { maxLength: 12 }), (words, pairs) => {
      const text = words.join(' ');
      const evidence = pairs.map(([start, length, why]): Evidence => ({ text: '', start, end: start + length, field: 'body', why }));
      const lettered = labelEvidence(selectClauses(evidence, { title: '', body: text }));
      expect(lettered.length).toBeLessThanOrEqual(maxClauses);
      for (const { start, end } of lettered) {
        const marked = text.slice(start, end);
        expect(marked.length <= maxLength || marked.split(/\s+/).length <= maxWords).toBe(true);
      }
      lettered.forEach(({ start, end }, index) => {
        expect(start).toBeGreaterThanOrEqual(lettered[index - 1]?.end ?? 0);
        expect(/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && /^[\p{L}\p{N}]/u.test(text.slice(start))).toBe(false);
        expect(/[\p{L}\p{N}]$/u.test(text.slice(0, end)) && /^[\p{L}\p{N}]/u.test(text.slice(end))).toBe(false);
      });
    }),
  );
});

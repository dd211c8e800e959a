import fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentNames, type Evidence } from '#shared/scoring.ts';
import { labelEvidence } from './evidence-split.ts';
import { maxClauses, maxWords, selectClauses } from './evidence-clauses.ts';

const title = 'Which app do you use for payment plans with couples?';
const body =
  "Couples keep asking to spread it over 6 or 8 months. The wedding is in three weeks.\n\nI'd like: contract, schedule, automatic invoice for each part, a reminder that comes from me. It should be brain-*dead* *simple*.";
const texts = { title, body };
const passage = (quote: string, why: Evidence['why'], field: Evidence['field'] = 'body'): Evidence => {
  const start = texts[field].indexOf(quote);
  return { text: quote, start, end: start + quote.length, field, why };
};
const clausesOf = (evidence: readonly Evidence[], reason?: string) => selectClauses(evidence, texts, reason).map(({ text }) => text);

test('extends a passage to its whole clause', () => {
  expect(clausesOf([passage('is in three', 'urgency')])).toEqual(['The wedding is in three weeks']);
  expect(clausesOf([passage('reminder', 'fit')])).toEqual(['a reminder that comes from me']);
});

test('never ends inside a word, with or without markup', () => {
  expect(clausesOf([passage('simple', 'fit')])).toEqual(['It should be brain-*dead* *simple']);
  expect(clausesOf([passage('dead', 'fit')])[0]).toMatch(/^It should be brain/);
});

test('merges nested and overlapping passages into one clause with all their reasons', () => {
  const chosen = selectClauses([passage('automatic invoice', 'fit'), passage('invoice', 'relevance')], texts);
  expect(chosen.map(({ text, why }) => [text, why])).toEqual([
    ['automatic invoice for each part', 'fit'],
    ['automatic invoice for each part', 'relevance'],
  ]);
  expect(labelEvidence(chosen)).toHaveLength(1);
});

test('keeps what the row quotes even if stronger evidence would fill the four places', () => {
  const strong = ['schedule', 'contract', 'reminder', 'automatic', '6 or 8'].map((quote) => passage(quote, 'intent'));
  expect(clausesOf(strong, 'Urgent: “is in three weeks”')).toContain('The wedding is in three weeks');
  expect(clausesOf(strong, 'Urgent: “is in three weeks”')).toHaveLength(maxClauses);
});

test('cuts an endless clause down to whole words', () => {
  const long = `${'endless words without any mark '.repeat(20)}need an invoicing tool ${'and so on '.repeat(20)}`;
  const start = long.indexOf('voicing');
  const [only] = selectClauses([{ text: 'voicing', start, end: start + 7, field: 'body', why: 'fit' }], { title: '', body: long });
  expect(only?.text).toBe('invoicing');
});

test('marks at most fifteen words at a time', () => {
  const long = 'we have been looking for one invoicing tool that sends a reminder to all of our late payers every week';
  const of = (quote: string): Evidence => ({
    text: quote,
    start: long.indexOf(quote),
    end: long.indexOf(quote) + quote.length,
    field: 'body',
    why: 'fit',
  });
  const select = (...quotes: string[]) => selectClauses(quotes.map(of), { title: '', body: long }).map(({ text }) => text);
  expect(select('invoicing tool')).toEqual(['invoicing tool']);
  expect(select(long)).toEqual([long.split(' ').slice(0, maxWords).join(' ')]);
  expect(select('looking for one invoicing tool that sends a', 'that sends a reminder to all of our late payers')).toEqual([
    'looking for one invoicing tool that sends a reminder to all of our late payers',
  ]);
});

test('ends a mark with a clause where one ends within the fifteen words', () => {
  const long = 'Need deposits and a client portal, five people, willing to go up to 60 a month. Thanks!';
  const of = (text: string) =>
    selectClauses([{ text, start: 0, end: text.length, field: 'body', why: 'fit' }], { title: '', body: text }).map((mark) => mark.text);
  expect(of(long)).toEqual(['Need deposits and a client portal, five people']);
  const short = `Well, ${'so many words that go on '.repeat(4)}`;
  expect(of(short)[0]?.split(' ')).toHaveLength(maxWords);
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
      for (const { start, end } of lettered) expect(text.slice(start, end).split(/\s+/).length).toBeLessThanOrEqual(maxWords);
      lettered.forEach(({ start, end }, index) => {
        expect(start).toBeGreaterThanOrEqual(lettered[index - 1]?.end ?? 0);
        expect(/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && /^[\p{L}\p{N}]/u.test(text.slice(start))).toBe(false);
        expect(/[\p{L}\p{N}]$/u.test(text.slice(0, end)) && /^[\p{L}\p{N}]/u.test(text.slice(end))).toBe(false);
      });
    }),
  );
});

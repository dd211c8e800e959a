import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswers } from '../score/answer.ts';
import { plainLine, readJson } from './read-json.ts';

describe('JSON in model output', () => {
  test.each([
    ['bare', '{"a":1}'],
    ['in a fence', '```json\n{"a":1}\n```'],
    ['in a fence without a name', '```\n{"a":1}\n```'],
    ['after words', 'Here you are: {"a":1} I hope it helps {not json}'],
    ['after words with brackets', 'I read [all of it] and {thought}: {"a":1}'],
    ['after thoughts', '<think>Is it {"a":2}? No, wait.</think>\n{"a":1}'],
    ['after thoughts that began in the prompt', 'The author wants {"a":2}.\n</think>\n\n```json\n{"a":1}\n```'],
    ['after the thoughts of Gemma', '<|channel>thought\nI weigh {"a":2}<channel|>{"a":1}'],
    ['after the thoughts of Mistral', '[THINK][{"a":2}][/THINK]{"a":1}'],
    ['in doubled braces', '{{"a":1,"b":{"c":2}}}'],
    ['in braces that are all doubled', '{{"a":1,"b":{{"c":[{{"d":2}}]}}}}'],
    ['quoting a mark of thoughts', '{"a":1,"b":"wrote </think> and [/THINK]"}'],
    ['in a fence, quoting one', '```json\n{"a":1,"b":"</think>{}"}\n```'],
    ['after thoughts that begin with JSON', '{"a":2} or not.</think>{"a":1}'],
    ['with brackets in strings', '{"a":1,"b":"} ] \\" {"}'],
  ])('is found %s', (_, text) => {
    expect(readJson(text)).toMatchObject({ a: 1 });
  });

  test.each([
    ['nothing', ''],
    ['prose', 'no JSON here'],
    ['a web page', '<html><script>{}</script'],
    ['truncated JSON', '{"items":[{"id":"1","intent":"no'],
    ['thoughts that were cut off', '<think>The answer could be {"a":1}, but'],
    ['NaN', '{"a":NaN}'],
    ['a megabyte', `{"a":"${'x'.repeat(1_000_000)}"}`],
    ['10,000 brackets', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['10,000 open brackets', '{"a":'.repeat(10_000)],
  ])('is not found in %s', (_, text) => {
    const found = readJson(text);
    expect(found === undefined || JSON.stringify(found) === '{}').toBe(true);
  });

  test('is read exactly as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), fc.array(fc.jsonValue({ maxDepth: 5 }))), (value) => {
        expect(readJson(`well, ${JSON.stringify(value)} …`)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 2000, seed: 43 },
    );
  });

  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ':',
    ',',
    '{"items":[',
    '"id":"1"',
    'NaN',
    '1e999',
    '```',
    '\u0000',
    '\ud800',
    'null',
    '"intent":"buying"',
    ' ',
  );
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(pieces, { maxLength: 80 }).map((parts) => parts.join('')),
  );

  test('never makes the readers throw', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(() => [readJson(text), readAnswers(text, ['1'])]).not.toThrow();
        expect(plainLine(text, 120).length).toBeLessThanOrEqual(240);
      }),
      { numRuns: 20_000, seed: 18 },
    );
  });

  test('never yields a category that is not in the schema', () => {
    const words = new Set(['none', 'curious', 'problem', 'seeking', 'buying']);
    const entry = fc.record({
      id: fc.constantFrom('1', '2', 1),
      intent: fc.oneof(fc.jsonValue(), fc.constantFrom('buying', 'BUYING')),
      fit: fc.constantFrom('good', 'none'),
      urgency: fc.constantFrom('now', 'none'),
      role: fc.constantFrom('customer', 'seller'),
      problems: fc.jsonValue(),
      quotes: fc.jsonValue(),
      reason: fc.jsonValue(),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (items) => {
        for (const [id, answer] of readAnswers(JSON.stringify({ items }), ['1'])) {
          expect(id).toBe('1');
          expect(words.has(answer.intent)).toBe(true);
          expect(answer.reason.length).toBeLessThanOrEqual(120);
          expect(answer.quotes.length).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: 3000, seed: 19 },
    );
  });
});

describe('plainLine', () => {
  test('removes markup, links, and hidden characters, and limits the length', () => {
    expect(plainLine('Wants ![x](https://evil.test/?q=secret) a **tool**\n<img src=x onerror=alert(1)> see https://evil.test/a', 120)).toBe(
      'Wants x a **tool** see',
    );
    expect(plainLine('a\u202Eb\u200Bc', 10)).toBe('abc');
    expect(plainLine('javascript:alert(1) go', 50)).toBe('go');
    expect(plainLine('👨‍👩‍👧'.repeat(50), 10).length).toBeLessThanOrEqual(20);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRules, parseRule } from './parse.ts';

const word = (words: string, rest = {}) => ({ kind: 'words', words, prefix: false, exact: false, field: null, ...rest });

function treeOf(text: string): unknown {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(parsed.errors.map(({ message }) => message).join());
  return parsed.tree;
}

function faultsOf(text: string): { column: number; message: string }[] {
  const parsed = parseRule(text);
  return parsed.ok ? [] : parsed.errors;
}

describe('rule', () => {
  test('joins words by AND, which binds closer than OR', () => {
    expect(treeOf('big dog OR AND_ cat')).toEqual({
      kind: 'or',
      nodes: [
        { kind: 'and', nodes: [word('big'), word('dog')] },
        { kind: 'and', nodes: [word('and'), word('cat')] },
      ],
    });
    expect(treeOf('a AND b')).toEqual({ kind: 'and', nodes: [word('a'), word('b')] });
  });

  test('keeps a quoted phrase together and exact, with any kind of quotes', () => {
    expect(treeOf('"Late  Payments"')).toEqual(word('late payments', { exact: true }));
    expect(treeOf('“late payments”')).toEqual(word('late payments', { exact: true }));
  });

  test('treats NOT and a leading minus alike, before a word or a group', () => {
    expect(treeOf('dog NOT cat')).toEqual(treeOf('dog -cat'));
    expect(treeOf('dog -(cat OR bird)')).toEqual({
      kind: 'and',
      nodes: [word('dog'), { kind: 'not', node: { kind: 'or', nodes: [word('cat'), word('bird')] } }],
    });
  });

  test('recognizes operators only in capitals, and treats hyphenated words as words', () => {
    expect(treeOf('dog or cat')).toEqual({ kind: 'and', nodes: [word('dog'), word('or'), word('cat')] });
    expect(treeOf('sign-up')).toEqual(word('sign up'));
  });

  test('recognizes prefixes and fields', () => {
    expect(treeOf('title:puppi*')).toEqual(word('puppi', { prefix: true, field: 'title' }));
    expect(treeOf('body:"my dog"')).toEqual(word('my dog', { exact: true, field: 'body' }));
    expect(treeOf('Subreddit:r/Dogs')).toEqual({ kind: 'fact', field: 'subreddit', value: 'dogs', prefix: false });
    expect(treeOf('author:u/Some-Body')).toEqual({ kind: 'fact', field: 'author', value: 'some body', prefix: false });
    expect(treeOf('type:comment')).toEqual({ kind: 'fact', field: 'type', value: 'comment', prefix: false });
  });
});

describe('rule error', () => {
  test.each([
    ['', 1, 'empty rule'],
    ['dog "cat', 5, 'closing quote'],
    ['(dog cat', 1, 'Expected “)”'],
    ['dog)', 4, 'nothing opened'],
    ['dog OR', 7, 'the end of the rule'],
    ['OR dog', 1, 'found “OR”'],
    ['dog - cat', 5, 'right after “-”'],
    ['-dog', 1, 'at least one word that must stand'],
    ['dog OR -cat', 1, 'at least one word that must stand'],
    ['shade:red', 1, 'found “shade:”'],
    ['type:image', 6, 'type:post or type:comment'],
    ['title:', 7, 'found nothing'],
    ['a*', 1, 'at least 2 letters'],
    ['d*g', 1, '“*” only at the end'],
    ['dog !!!', 5, 'letters or figures'],
    ['""', 1, 'letters or figures'],
    ['x'.repeat(501), 501, 'at most 500'],
  ])('in %j is reported at column %i', (text, column, message) => {
    const [fault] = faultsOf(text);
    expect(fault?.column).toBe(column);
    expect(fault?.message).toContain(message);
  });

  test('is reported with its line, and empty lines are no errors', () => {
    expect(checkRules('dog\n\n(cat\r\n-bird').map(({ line, column }) => [line, column])).toEqual([
      [3, 1],
      [4, 1],
    ]);
    expect(checkRules('dog\n"big cat"')).toEqual([]);
  });
});

test('never throws for any text, and reports each error within it', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('(', ')', '"', ' OR ', ' NOT ', '-', '*', 'title:', 'lang:', ' dog '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      const text = pieces.join('');
      for (const { column, message } of faultsOf(text)) {
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual(text.length + 1);
        expect(message).toMatch(/^Expected .+, found .+/s);
      }
    }),
  );
  expect(() => parseRule('('.repeat(100_000))).not.toThrow();
  expect(() => parseRule(`${'('.repeat(249)}dog${')'.repeat(248)}`)).not.toThrow();
});

import { describe, expect, test } from 'vitest';
import { editLines, linesOfRules, rulesOfLines, textOfLines, usableRules, withRule } from './rule-lines.ts';

const lines = [{ text: 'invoic*' }, { text: '"late payment"', minScore: 60 }, { text: 'deposit', minScore: 70 }];

describe('editing rules as one text', () => {
  test('a line typed above leaves the minimum scores with their rules', () => {
    expect(editLines(lines, 'new rule\ninvoic*\n"late payment"\ndeposit')).toEqual([{ text: 'new rule' }, ...lines]);
  });

  test('a line put in between takes no score from its neighbours', () => {
    expect(editLines(lines, 'invoic*\nx\n"late payment"\ndeposit')).toEqual([lines[0], { text: 'x' }, lines[1], lines[2]]);
  });

  test('changing the words of a rule keeps its score', () => {
    expect(editLines(lines, 'invoic*\n"late payments"\ndeposit')[1]).toEqual({ text: '"late payments"', minScore: 60 });
  });

  test('a removed rule takes its score along', () => {
    expect(editLines(lines, 'invoic*\ndeposit')).toEqual([lines[0], lines[2]]);
  });

  test('an unchanged text is unchanged', () => {
    expect(editLines(lines, textOfLines(lines))).toEqual(lines);
  });
});

test('empty lines are kept while writing and left out when saving', () => {
  const edited = editLines(lines, `${textOfLines(lines)}\n\n  `);
  expect(edited).toHaveLength(5);
  expect(rulesOfLines(edited)).toEqual(rulesOfLines(lines));
});

test('rules survive the way into the editor and back', () => {
  const rules = [{ text: 'a' }, { text: 'b', minScore: 40 }];
  expect(rulesOfLines(linesOfRules(rules))).toEqual(rules);
});

test('a rule with a mistake is left out of the dry run, the others are used', () => {
  expect(usableRules(lines, new Set([2]))).toEqual([{ text: 'invoic*' }, { text: 'deposit', minScore: 70 }]);
});

test('a rule that is taken from a suggestion stands right below the others', () => {
  expect(withRule([{ text: 'deposit', minScore: 70 }, { text: '' }, { text: ' ' }], 'invoic*')).toEqual([
    { text: 'deposit', minScore: 70 },
    { text: 'invoic*' },
  ]);
  expect(withRule([], 'invoic*')).toEqual([{ text: 'invoic*' }]);
});

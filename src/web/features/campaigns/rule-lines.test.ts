import { describe, expect, test } from 'vitest';
import { editLines, linesOfRules, rulesOfLines, textOfLines, usableRules, withRule } from './rule-lines.ts';

const lines = [{ text: 'invoic*' }, { text: '"late payment"', minScore: 60 }, { text: 'deposit', minScore: 70 }];

describe('editing rules as one text', () => {
  test("keeps each rule's minimum score when a line is added above", () => {
    expect(editLines(lines, 'new rule\ninvoic*\n"late payment"\ndeposit')).toEqual([{ text: 'new rule' }, ...lines]);
  });

  test('gives a line inserted in between no score', () => {
    expect(editLines(lines, 'invoic*\nx\n"late payment"\ndeposit')).toEqual([lines[0], { text: 'x' }, lines[1], lines[2]]);
  });

  test('keeps the score of a rule whose text changes', () => {
    expect(editLines(lines, 'invoic*\n"late payments"\ndeposit')[1]).toEqual({ text: '"late payments"', minScore: 60 });
  });

  test('removes the score with its rule', () => {
    expect(editLines(lines, 'invoic*\ndeposit')).toEqual([lines[0], lines[2]]);
  });

  test('changes nothing when the text is unchanged', () => {
    expect(editLines(lines, textOfLines(lines))).toEqual(lines);
  });
});

test('keeps empty lines while editing and drops them when saving', () => {
  const edited = editLines(lines, `${textOfLines(lines)}\n\n  `);
  expect(edited).toHaveLength(5);
  expect(rulesOfLines(edited)).toEqual(rulesOfLines(lines));
});

test('keeps rules unchanged through the editor', () => {
  const rules = [{ text: 'a' }, { text: 'b', minScore: 40 }];
  expect(rulesOfLines(linesOfRules(rules))).toEqual(rules);
});

test('leaves a rule with an error out of the dry run and uses the others', () => {
  expect(usableRules(lines, new Set([2]))).toEqual([{ text: 'invoic*' }, { text: 'deposit', minScore: 70 }]);
});

test('adds a suggested rule right below the others', () => {
  expect(withRule([{ text: 'deposit', minScore: 70 }, { text: '' }, { text: ' ' }], 'invoic*')).toEqual([
    { text: 'deposit', minScore: 70 },
    { text: 'invoic*' },
  ]);
  expect(withRule([], 'invoic*')).toEqual([{ text: 'invoic*' }]);
});

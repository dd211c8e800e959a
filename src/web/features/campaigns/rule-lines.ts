import type { Rule } from '#shared/campaigns.ts';

/** A line of the editor: a rule that may still be empty. */
export interface RuleLine {
  text: string;
  minScore?: number | undefined;
}

const withScore = (text: string, minScore: number | undefined): RuleLine => (minScore === undefined ? { text } : { text, minScore });

export const linesOfRules = (rules: readonly Rule[]): RuleLine[] => rules.map(({ text, minScore }) => withScore(text, minScore));

/** The rules to save; empty lines are dropped. */
export const rulesOfLines = (lines: readonly RuleLine[]): Rule[] =>
  lines.flatMap(({ text, minScore }) => (text.trim() === '' ? [] : [{ text: text.trim(), ...(minScore !== undefined && { minScore }) }]));

/** Adds a rule after the last line that isn't empty. */
export function withRule(lines: readonly RuleLine[], text: string): RuleLine[] {
  const last = lines.findLastIndex((line) => line.text.trim() !== '');
  return [...lines.slice(0, last + 1), { text }];
}

export const textOfLines = (lines: readonly RuleLine[]): string => lines.map(({ text }) => text).join('\n');

/** The lines after an edit of the whole text. Each rule keeps its own minimum score when lines are added or removed above it. */
export function editLines(before: readonly RuleLine[], text: string): RuleLine[] {
  const after = text.split('\n');
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head]?.text === after[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail)?.text === after.at(-1 - tail)) tail += 1;
  return after.map((line, index) => {
    const fromEnd = after.length - index;
    const old =
      index < head || fromEnd > tail ? before[index < before.length - tail || index < head ? index : -1] : before[before.length - fromEnd];
    return withScore(line, old?.minScore);
  });
}

/** The rules without errors. `faulty` holds 1-based line numbers. */
export const usableRules = (lines: readonly RuleLine[], faulty: ReadonlySet<number>): Rule[] =>
  rulesOfLines(lines.filter((_, index) => !faulty.has(index + 1)));

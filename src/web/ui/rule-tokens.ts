export const ruleFields = ['title', 'body', 'author', 'subreddit', 'flair', 'site', 'lang', 'type'] as const;

export interface RuleToken {
  text: string;
  kind: 'operator' | 'field' | 'phrase' | 'word' | 'space';
  /** 1-based, in UTF-16 units, like the columns of rule errors. */
  column: number;
  /** Contains an error. */
  fault: boolean;
}

const patterns: readonly [RuleToken['kind'], RegExp][] = [
  ['space', /\s+/y],
  ['phrase', /"[^"]*"?/y],
  ['operator', /(?:AND|OR|NOT)(?![^\s()"])|-(?=[^\s-])/y],
  ['field', new RegExp(`(?:${ruleFields.join('|')}):`, 'iy')],
  ['word', /[()]|[^\s()"]+/y],
];

function tokenAt(line: string, at: number): Omit<RuleToken, 'fault'> {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(line) ?? [];
    if (text) return { text, kind, column: at + 1 };
  }
  return { text: line.charAt(at), kind: 'word', column: at + 1 };
}

/** Splits a rule into tokens for highlighting. They join to the same line. `faults` are the 1-based columns of errors. */
export function tokenizeRule(line: string, faults: readonly number[] = []): RuleToken[] {
  const tokens: RuleToken[] = [];
  for (let at = 0; at < line.length; at += tokens.at(-1)?.text.length ?? 1) {
    const token = tokenAt(line, at);
    tokens.push({ ...token, fault: faults.some((column) => column >= token.column && column < token.column + token.text.length) });
  }
  return tokens;
}

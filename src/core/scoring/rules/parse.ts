import type { RuleError } from '#shared/rules.ts';
import { foldToString } from '#core/text/fold.ts';
import { evaluateRule, itemFields, type RuleNode, textFields } from './tree.ts';

/** An error in a rule; `column` counts UTF-16 units from 1. */
interface RuleFault {
  column: number;
  message: string;
}

type RuleToken =
  | { kind: 'open' | 'close' | 'or' | 'and' | 'not' | 'end'; column: number; raw: string }
  | { kind: 'word' | 'phrase'; column: number; raw: string; field: string | null };

const quotes = new Set(['"', '“', '”', '„']);
const isSpace = (char: string): boolean => char.trim() === '';

/** Splits a rule into tokens, ending with an `end` token. */
function tokenizeRule(text: string): { tokens: RuleToken[]; faults: RuleFault[] } {
  const tokens: RuleToken[] = [];
  const faults: RuleFault[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    const column = at + 1;
    if (isSpace(char)) at += 1;
    else if (char === '(' || char === ')') {
      tokens.push({ kind: char === '(' ? 'open' : 'close', column, raw: char });
      at += 1;
    } else if (char === '-') {
      tokens.push({ kind: 'not', column, raw: char });
      at += 1;
      if (isSpace(text.charAt(at))) faults.push({ column, message: 'Expected a word right after “-”, found nothing' });
    } else at = readOperand(text, at, { tokens, faults });
  }
  tokens.push({ kind: 'end', column: text.length + 1, raw: '' });
  return { tokens, faults };
}

interface Sink {
  tokens: RuleToken[];
  faults: RuleFault[];
}

function readOperand(text: string, start: number, sink: Sink): number {
  const column = start + 1;
  const colon = fieldColon(text, start);
  const field = colon === -1 ? null : text.slice(start, colon).toLowerCase();
  const at = colon === -1 ? start : colon + 1;
  if (quotes.has(text.charAt(at))) {
    const end = phraseEnd(text, at + 1);
    if (end === -1) sink.faults.push({ column: at + 1, message: 'Expected a closing quote, found the end of the rule' });
    sink.tokens.push({ kind: 'phrase', column, raw: text.slice(at + 1, end === -1 ? text.length : end), field });
    return end === -1 ? text.length : end + 1;
  }
  const end = wordEnd(text, at);
  const raw = text.slice(at, end);
  const keyword = field === null ? keywords.get(raw) : undefined;
  sink.tokens.push(keyword ? { kind: keyword, column, raw } : { kind: 'word', column, raw, field });
  return end;
}

const keywords = new Map<string, 'or' | 'and' | 'not'>([
  ['OR', 'or'],
  ['AND', 'and'],
  ['NOT', 'not'],
]);

/** Position of the colon in `field:`, or -1 when the operand has no field. */
function fieldColon(text: string, start: number): number {
  let at = start;
  while (at < text.length && isLatin(text.charCodeAt(at))) at += 1;
  return at > start && text.charAt(at) === ':' ? at : -1;
}

const isLatin = (code: number): boolean => (code > 64 && code < 91) || (code > 96 && code < 123);

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSpace(text.charAt(at)) && !'()'.includes(text.charAt(at)) && !quotes.has(text.charAt(at))) at += 1;
  return at;
}

function phraseEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (quotes.has(text.charAt(at))) return at;
  return -1;
}

export type ParsedRule = { ok: true; tree: RuleNode } | { ok: false; errors: RuleFault[] };

const minPrefixLength = 2;
/** As in the contract's rule schema; also limits the nesting of brackets. */
const maxRuleLength = 500;

/** Parses a rule to a tree, or returns its errors. Never throws. */
export function parseRule(text: string): ParsedRule {
  if (text.length > maxRuleLength) return failed(maxRuleLength + 1, `Expected at most ${maxRuleLength} characters, found ${text.length}`);
  const { tokens, faults } = tokenizeRule(text);
  if (faults.length > 0) return { ok: false, errors: faults };
  if (tokens.length === 1) return failed(1, 'Expected a word to look for, found an empty rule');
  const parser = new RuleParser(tokens);
  const tree = parser.parse();
  if (parser.fault || !tree) return { ok: false, errors: parser.fault ? [parser.fault] : [] };
  if (evaluateRule(tree, () => false)) return failed(1, 'Expected at least one word that must stand in the text, found only what must not');
  return { ok: true, tree };
}

/** Errors in rules given one per line; skips empty lines. */
export function checkRules(text: string): RuleError[] {
  return text.split('\n').flatMap((row, index) => {
    if (row.trim() === '') return [];
    const parsed = parseRule(row);
    return parsed.ok ? [] : parsed.errors.map(({ column, message }) => ({ line: index + 1, column, message }));
  });
}

const failed = (column: number, message: string): ParsedRule => ({ ok: false, errors: [{ column, message }] });
const named = (token: RuleToken): string => (token.kind === 'end' ? 'the end of the rule' : `“${token.raw}”`);

class RuleParser {
  fault: RuleFault | null = null;
  readonly #tokens: RuleToken[];
  #at = 0;
  constructor(tokens: RuleToken[]) {
    this.#tokens = tokens;
  }

  parse(): RuleNode | null {
    const tree = this.#alternatives();
    const rest = this.#peek();
    if (!this.fault && rest.kind !== 'end')
      this.#fail(rest, `Expected a word or the end of the rule, found ${named(rest)} that nothing opened`);
    return tree;
  }

  #alternatives(): RuleNode | null {
    const nodes = [this.#together()];
    while (!this.fault && this.#peek().kind === 'or') {
      this.#at += 1;
      nodes.push(this.#together());
    }
    return gather('or', nodes);
  }

  #together(): RuleNode | null {
    const nodes = [this.#operand()];
    while (!this.fault && !['or', 'close', 'end'].includes(this.#peek().kind)) {
      if (this.#peek().kind === 'and') this.#at += 1;
      nodes.push(this.#operand());
    }
    return gather('and', nodes);
  }

  #operand(): RuleNode | null {
    const token = this.#peek();
    this.#at += 1;
    switch (token.kind) {
      case 'not': {
        const node = this.#operand();
        return node && { kind: 'not', node };
      }
      case 'open':
        return this.#group(token);
      case 'word':
      case 'phrase':
        return this.#leaf(token);
      default:
        return this.#fail(token, `Expected a word, “a phrase” or “(”, found ${named(token)}`);
    }
  }

  #group(open: RuleToken): RuleNode | null {
    const node = this.#alternatives();
    if (this.fault) return null;
    if (this.#peek().kind !== 'close') return this.#fail(open, `Expected “)” for this “(”, found ${named(this.#peek())}`);
    this.#at += 1;
    return node;
  }

  #leaf(token: RuleToken & { field: string | null }): RuleNode | null {
    const starred = token.kind === 'word' && token.raw.endsWith('*');
    const raw = starred ? token.raw.slice(0, -1) : token.raw;
    const valueColumn = { ...token, column: token.column + (token.field === null ? 0 : token.field.length + 1) };
    if (token.kind === 'word' && raw.includes('*'))
      return this.#fail(valueColumn, `Expected “*” only at the end of a word, found “${token.raw}”`);
    const words = foldToString(raw).trim();
    if (words === '')
      return this.#fail(valueColumn, `Expected letters or figures, found ${token.raw === '' ? 'nothing' : `“${token.raw}”`}`);
    if (starred && words.length < minPrefixLength)
      return this.#fail(valueColumn, `Expected at least ${minPrefixLength} letters before “*”, found “${token.raw}”`);
    const textField = textFields.find((name) => name === token.field);
    if (token.field === null || textField)
      return { kind: 'words', words, prefix: starred, exact: token.kind === 'phrase', field: textField ?? null };
    return this.#fact(valueColumn, { field: token.field, value: words, prefix: starred });
  }

  #fact(token: RuleToken, { field, value, prefix }: { field: string; value: string; prefix: boolean }): RuleNode | null {
    const known = itemFields.find((name) => name === field);
    if (!known) {
      const column = token.column - field.length - 1;
      return this.#fail(
        { ...token, column },
        `Expected one of ${[...textFields, ...itemFields].map((name) => `${name}:`).join(' ')}, found “${field}:”; quote the text to search for it as it stands`,
      );
    }
    if (known === 'type' && value !== 'post' && value !== 'comment')
      return this.#fail(token, `Expected type:post or type:comment, found “${value}”`);
    // The value may have a prefix and punctuation, which folding has turned into spaces.
    const bare = known === 'subreddit' ? value.replace(/^r /, '') : known === 'author' ? value.replace(/^u /, '') : value;
    return { kind: 'fact', field: known, value: bare, prefix };
  }

  #peek(): RuleToken {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] ?? { kind: 'end', column: 1, raw: '' };
  }

  #fail(token: RuleToken, message: string): null {
    this.fault ??= { column: token.column, message };
    return null;
  }
}

function gather(kind: 'and' | 'or', nodes: (RuleNode | null)[]): RuleNode | null {
  const present = nodes.filter((node) => node !== null);
  const [first] = present;
  return present.length > 1 ? { kind, nodes: present } : (first ?? null);
}

import type { RuleFault } from './fault.ts';

export type RuleToken =
  | { kind: 'open' | 'close' | 'or' | 'and' | 'not' | 'end'; column: number; raw: string }
  | { kind: 'word' | 'phrase'; column: number; raw: string; field: string | null };

const quotes = new Set(['"', '“', '”', '„']);
const isSpace = (char: string): boolean => char.trim() === '';

/** Splits a rule into tokens, ending with an `end` token. */
export function tokenizeRule(text: string): { tokens: RuleToken[]; faults: RuleFault[] } {
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

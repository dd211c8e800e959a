import { cleanText } from '#core/text/clean.ts';
import { visibleText } from '../prompts/visible.ts';

const link = /\b(?:https?:\/\/|www\.)\S+|\b(?:javascript|data|mailto|tel):\S+/gi;
const markup = /<[^<>]{0,1000}>|!?\[([^\][]{0,1000})\]\([^)]{0,2000}\)/g;

/** Model output as one line of plain text: no markup, links, or hidden characters. */
export function plainLine(text: string, maxLength: number): string {
  const bare = visibleText(text.slice(0, 4000)).replaceAll(markup, '$1').replaceAll(link, '').replaceAll(/\s+/g, ' ').trim();
  return cleanText(bare, maxLength);
}

/** Trims characters that match the one-character patterns. A pattern for the whole end would take quadratic time. */
export function withoutEdges(text: string, { start, end }: { start: RegExp; end: RegExp }): string {
  let from = 0;
  let to = text.length;
  while (from < to && start.test(text.charAt(from))) from += 1;
  while (to > from && end.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Far longer than any answer that a prompt asks for. */
const longestAnswer = 200_000;
const deepest = 32;

/** The first JSON object or array in model output: bare, in a code fence, or after prose. Undefined if none; never throws. */
export function readJson(text: string): unknown {
  if (text.length > longestAnswer) return undefined;
  for (let start = nextOpening(text, 0), looked = 0; start !== -1 && looked < 5; looked += 1) {
    const end = endOfValue(text, start);
    if (end === null) return undefined;
    const value = parsed(text.slice(start, end));
    if (value !== undefined) return value;
    start = nextOpening(text, end);
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function nextOpening(text: string, from: number): number {
  const object = text.indexOf('{', from);
  const array = text.indexOf('[', from);
  if (object === -1 || array === -1) return Math.max(object, array);
  return Math.min(object, array);
}

/** Index after the bracket that closes the one at `start`; null if it isn't closed or nests too deep. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char === '\\') at += 1;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > deepest) return null;
    if (depth === 0) return at + 1;
  }
  return null;
}

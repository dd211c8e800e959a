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

/** How models mark what they think: Qwen and DeepSeek, Gemma, Mistral, and others that follow one of them. */
const thoughtMarks = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<|channel>thought', '<channel|>'],
  ['[THINK]', '[/THINK]'],
] as const;

/** Without thoughts: also those whose beginning stands in the prompt, or that were cut off before their end. */
function withoutThoughts(text: string): string {
  const answerEnd = endOfLeadingJson(text);
  for (const [start, end] of thoughtMarks) {
    const ended = text.lastIndexOf(end);
    // An answer may quote a post that names such a mark.
    if (ended >= answerEnd) return text.slice(ended + end.length);
    if (text.trimStart().startsWith(start)) return '';
  }
  return text;
}

/** Whether a model thought aloud before its answer, or instead of it. */
export const hasThoughts = (text: string): boolean => withoutThoughts(text) !== text;

/**
 * The first JSON object or array in model output: bare, in a code fence, after thoughts or prose, or with the doubled braces of
 * a template. Undefined if none; never throws.
 */
export function readJson(output: string): unknown {
  if (output.length > longestAnswer) return undefined;
  const text = withoutThoughts(output);
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
  const isDoubled = text.startsWith('{{') && text.endsWith('}}');
  const forms = isDoubled ? [text.slice(1, -1), text.replaceAll('{{', '{').replaceAll('}}', '}')] : [text];
  for (const form of forms) {
    try {
      return JSON.parse(form) as unknown;
    } catch {
      // The next form, if there is one.
    }
  }
  return undefined;
}

/** Where the JSON ends that a text begins with; 0 if it begins with something else. */
function endOfLeadingJson(text: string): number {
  const start = /^\s*(?:```\w{0,10}\s*)?(?=[[{])/.exec(text)?.[0].length;
  const end = start === undefined ? null : endOfValue(text, start);
  return end !== null && parsed(text.slice(start, end)) !== undefined ? end : 0;
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

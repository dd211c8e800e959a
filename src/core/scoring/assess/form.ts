import * as z from 'zod';
import type { Token } from '#core/text/tokens.ts';

/** A logistic model over the forms of a text, which are separated by "|"; a weight of each in hundredths, separated by spaces. */
export const headSchema = z.object({ bias: z.number(), forms: z.string(), weights: z.string() });
export type StoredHead = z.infer<typeof headSchema>;

export interface Head {
  bias: number;
  weights: ReadonlyMap<string, number>;
}

export function headOf({ bias, forms, weights }: StoredHead): Head {
  const hundredths = weights.split(' ');
  return { bias, weights: new Map(forms.split('|').map((form, at) => [form, Number(hundredths[at]) / 100])) };
}

/** Log odds. */
export function oddsOf({ bias, weights }: Head, forms: readonly string[]): number {
  let sum = 0;
  let count = 0;
  for (const form of forms) {
    const weight = weights.get(form);
    if (weight === undefined) continue;
    sum += weight;
    count += 1;
  }
  return bias + sum / Math.sqrt(count || 1);
}

const marks = /[?!,:;]|\.(?=\s|$)|\s[-–—]\s/g;
const maxMarks = 2;

/** The words of a text and the marks between them; "#" for a number. */
export function partsOf(text: string, tokens: readonly Token[]): string[] {
  const parts: string[] = [];
  for (const [at, { text: word, end }] of tokens.entries()) {
    const between = text.slice(end, tokens[at + 1]?.start).match(marks) ?? [];
    parts.push(/^[0-9]/.test(word) ? '#' : word, ...between.slice(0, maxMarks).map((mark) => mark.trim()));
  }
  return parts;
}

/** One to three words in a row, from the beginning "^" to the end "$"; "X" stands for what is named. */
export function formsOf(words: readonly string[], kept: ReadonlySet<string>): string[] {
  const form = ['^'];
  for (const word of words) {
    if (kept.has(word)) form.push(word);
    else if (form.at(-1) !== 'X') form.push('X');
  }
  form.push('$');
  const found = new Set<string>();
  for (let from = 0; from < form.length; from += 1) {
    for (let to = from + 1; to <= Math.min(form.length, from + longest); to += 1) found.add(form.slice(from, to).join(' '));
  }
  return [...found];
}
const longest = 3;

/** The sum of signs, each times its weight. */
export function weighedSum<Names extends string>(signs: Readonly<Record<Names, number>>, weights: Readonly<Record<Names, number>>): number {
  return (Object.keys(signs) as Names[]).reduce((sum, name) => sum + signs[name] * weights[name], 0);
}

export const shareOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { listTokens, type Reading } from '../reading/reading.ts';
import { createFolder } from '../text/fold.ts';

/** A logistic model over the forms of a title, which are separated by "|"; a weight of each in hundredths, separated by spaces. */
const headSchema = z.object({ bias: z.number(), forms: z.string(), weights: z.string() });
const modelSchema = z.object({
  /** Words that are kept, separated by spaces; all others only show that something is named. */
  words: z.string(),
  asks: headSchema,
  trouble: headSchema,
  /** Weights of what tells whether a request is for the offering. */
  offer: z.object({ asked: z.number(), terms: z.number(), unnamed: z.number(), other: z.number(), constant: z.number() }),
});
export type TitleModel = z.infer<typeof modelSchema>;

/** What the form of a title says about its author, whatever the title is about, in log odds. */
export interface TitleForm {
  /** Asks readers for something to buy, hire, use, or be helped with, not for knowledge or opinions. */
  asks: number;
  /** Tells of a trouble of the author's own. */
  trouble: number;
}

interface Head {
  bias: number;
  weights: ReadonlyMap<string, number>;
}

interface Opened {
  words: ReadonlySet<string>;
  asks: Head;
  trouble: Head;
  offer: TitleModel['offer'];
  fold: ReturnType<typeof createFolder>;
}

let shipped: Opened | null = null;

/** The shipped model, fitted by `bench/fit/titles.ts`. */
function openModel(): Opened {
  if (shipped) return shipped;
  const { words, asks, trouble, offer } = modelSchema.parse(
    JSON.parse(readFileSync(new URL('./title-model.json', import.meta.url), 'utf8')),
  );
  shipped = { words: new Set(words.split(' ')), asks: headOf(asks), trouble: headOf(trouble), offer, fold: createFolder() };
  return shipped;
}

function headOf({ bias, forms, weights }: TitleModel['asks']): Head {
  const hundredths = weights.split(' ');
  return { bias, weights: new Map(forms.split('|').map((form, at) => [form, Number(hundredths[at]) / 100])) };
}

export const offerWeights = (): TitleModel['offer'] => openModel().offer;

/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, TitleForm>();

export function titleForm(reading: Reading): TitleForm {
  const found = known.get(reading);
  if (found) return found;
  const { words, asks, trouble } = openModel();
  const forms = formsOf(titleParts(reading), words);
  const form = { asks: oddsOf(asks, forms), trouble: oddsOf(trouble, forms) };
  known.set(reading, form);
  return form;
}

function oddsOf({ bias, weights }: Head, forms: readonly string[]): number {
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

let latest = { title: '', odds: 0 };

/** `asks` of a title that hasn't been read otherwise. The latest is kept, because many campaigns ask about the same one. */
export function askOddsOf(title: string): number {
  if (latest.title === title) return latest.odds;
  const { words, asks, fold } = openModel();
  const tokens = listTokens(fold(title));
  const odds = oddsOf(asks, formsOf(titleParts({ item: { title }, tokens, titleLength: tokens.length }), words));
  latest = { title, odds };
  return odds;
}

const marks = /[?!,:;]|\.(?=\s|$)|\s[-–—]\s/g;
const maxMarks = 2;

/** The title's words and the marks between them; "#" for a number. */
export function titleParts({
  item: { title },
  tokens,
  titleLength,
}: Pick<Reading, 'tokens' | 'titleLength'> & { item: { title: string } }): string[] {
  const parts: string[] = [];
  const inTitle = tokens.slice(0, titleLength);
  for (const [at, { text, end }] of inTitle.entries()) {
    const between = title.slice(end, inTitle[at + 1]?.start).match(marks) ?? [];
    parts.push(/^[0-9]/.test(text) ? '#' : text, ...between.slice(0, maxMarks).map((mark) => mark.trim()));
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

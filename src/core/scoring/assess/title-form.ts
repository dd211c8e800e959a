import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { curveSchema } from '../calibration.ts';
import { listTokens } from '#core/text/tokens.ts';
import type { Reading } from '../reading/reading.ts';
import { createFolder } from '#core/text/fold.ts';
import { formsOf, type Head, headOf, headSchema, oddsOf, partsOf } from './form.ts';

/** What a title says about whether it is the offering that its author needs. */
export const offerSignNames = [
  'terms',
  'ownTrade',
  'fit',
  'unnamed',
  'ruleNoun',
  'otherThing',
  'otherName',
  'otherTrade',
  'subreddit',
  'asks',
  'trouble',
  'question',
] as const;

const modelSchema = z.object({
  /** Words that are kept, separated by spaces; all others only show that something is named. */
  words: z.string(),
  asks: headSchema,
  trouble: headSchema,
  /** How the odds of the form become those of a need. */
  need: z.object({ form: z.number(), constant: z.number() }),
  /** Log odds that a need is for the offering: a constant, and what each sign adds. */
  offer: z.object({ constant: z.number(), signs: z.record(z.enum(offerSignNames), curveSchema) }),
});
export type TitleModel = z.infer<typeof modelSchema>;

/** What the form of a title says about its author, whatever the title is about, in log odds. */
export interface TitleForm {
  /** Asks readers for something to buy, hire, use, or be helped with, not for knowledge or opinions. */
  asks: number;
  /** Tells of a trouble of the author's own. */
  trouble: number;
}

interface Opened {
  words: ReadonlySet<string>;
  asks: Head;
  trouble: Head;
  need: TitleModel['need'];
  offer: TitleModel['offer'];
  fold: ReturnType<typeof createFolder>;
}

let shipped: Opened | null = null;

/** The shipped model, fitted by `training/titles.ts`. */
function openModel(): Opened {
  if (shipped) return shipped;
  const { words, asks, trouble, need, offer } = modelSchema.parse(
    JSON.parse(readFileSync(new URL('./title-model.json', import.meta.url), 'utf8')),
  );
  shipped = { words: new Set(words.split(' ')), asks: headOf(asks), trouble: headOf(trouble), need, offer, fold: createFolder() };
  return shipped;
}

export const offerModel = (): TitleModel['offer'] => openModel().offer;
export const needWeights = (): TitleModel['need'] => openModel().need;

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

export const titleParts = ({
  item,
  tokens,
  titleLength,
}: Pick<Reading, 'tokens' | 'titleLength'> & { item: { title: string } }): string[] => partsOf(item.title, tokens.slice(0, titleLength));

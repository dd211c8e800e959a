// Fits src/core/scoring/assess/title-model.json: which titles ask, which tell of trouble, and for which offering they ask.
import { writeFileSync } from 'node:fs';
import { offerSigns, type OfferSigns } from '#core/scoring/assess/offer-signs.ts';
import type { Profile } from '#core/scoring/assess/profile.ts';
import { formsOf, type TitleModel, titleParts } from '#core/scoring/assess/title-form.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { fitLogistic } from './logistic.ts';
import { inventedAsks, readRated } from './rated.ts';
import { fitSparse } from './sparse-logistic.ts';
import { readTitles } from './title-fields.ts';

/** A word in fewer fields than this is about one of them. */
const minFields = 6;

/** Each request is also read as if posted in the subreddits of this many other fields. */
const others = 3;
const stride = 17;

interface Title {
  field: string;
  parts: string[];
  /** Null where the set doesn't say. */
  asks: boolean | null;
  isTrouble: boolean | null;
}

const titles = readTitles();
const shortAsks = readRated(inventedAsks, 'fit');
const all: Title[] = [
  ...titles.map(({ field, reading, asks, label }) => ({ field, parts: titleParts(reading), asks, isTrouble: label === 2 && !asks })),
  // Titles of grade 0 may ask for something else there, and those of grade 2 may ask or not.
  ...shortAsks.map(({ campaign, reading, label }) => ({
    field: campaign,
    parts: titleParts(reading),
    asks: label === 3 ? true : label === 1 ? false : null,
    isTrouble: null,
  })),
];

const kept = new Set(partsOfManyFields(all));
const asks = headOf('asks');
const trouble = headOf('isTrouble');
const offer = fitOffer();
const model: TitleModel = { words: [...kept].join(' '), asks, trouble, offer };
writeFileSync(new URL('../../src/core/scoring/assess/title-model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);
console.log(`${kept.size} words, ${asks.forms.split('|').length} and ${trouble.forms.split('|').length} forms`, offer);

function partsOfManyFields(list: readonly Title[]): string[] {
  const fields = new Map<string, Set<string>>();
  for (const { field, parts } of list) for (const word of parts) fields.set(word, (fields.get(word) ?? new Set()).add(field));
  return [...fields]
    .filter(([, own]) => own.size >= minFields)
    .map(([word]) => word)
    .toSorted();
}

function headOf(truth: 'asks' | 'isTrouble'): TitleModel['asks'] {
  const { bias, weights } = fitSparse(
    all.flatMap((title) => {
      const isTrue = title[truth];
      return isTrue === null ? [] : [{ features: formsOf(title.parts, kept), isTrue }];
    }),
  );
  const rounded = Object.entries(weights)
    .map(([form, weight]): [string, number] => [form, Math.round(weight * 100)])
    .filter(([, weight]) => weight !== 0);
  return {
    bias: Number(bias.toFixed(3)),
    forms: rounded.map(([form]) => form).join('|'),
    weights: rounded.map(([, weight]) => weight).join(' '),
  };
}

/** Requests for the offering, for something else in its subreddits, and for the offerings of other fields. */
function fitOffer(): TitleModel['offer'] {
  const prior: OfferSigns = { asked: 2, terms: 3, unnamed: 0.5, other: -0.5, constant: -2.5 };
  const names = Object.keys(prior) as (keyof OfferSigns)[];
  const requests = titles.filter((title) => title.asks && title.label !== 1);
  const profiles = [...new Set(titles.map(({ profile }) => profile))];
  const elsewhere = requests
    .filter(({ label }) => label === 3)
    .flatMap(({ profile, reading }, at) =>
      Array.from({ length: others }, (_, step) => profiles[((others * at + step + 1) * stride) % profiles.length])
        .filter((other) => other !== undefined && other !== profile)
        .flatMap((other) => (other ? [{ signs: offerSigns(other, inSubredditOf(reading, other)), lead: false, weight: 0.25 }] : [])),
    );
  const own = requests.map(({ profile, reading, label }) => ({
    signs: offerSigns(profile, reading),
    lead: label >= 2,
    weight: label >= 2 ? 1 : 1.5,
  }));
  const weights = fitLogistic({
    rows: [...own, ...elsewhere].map(({ signs, lead, weight }) => ({ values: names.map((name) => signs[name]), group: 0, lead, weight })),
    groups: 0,
    prior: names.map((name) => prior[name]),
    strength: 1,
  });
  return Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))])) as TitleModel['offer'];
}

function inSubredditOf(reading: Reading, { campaign }: Profile): Reading {
  return { ...reading, item: { ...reading.item, subreddit: campaign.subreddits[0] ?? '' } };
}

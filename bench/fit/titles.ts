// Fits src/core/scoring/assess/title-model.json: which titles ask, which tell of trouble, and for which offering they ask.
import { writeFileSync } from 'node:fs';
import { offerSigns, type OfferSigns } from '#core/scoring/assess/offer-signs.ts';
import type { Profile } from '#core/scoring/assess/profile.ts';
import { formsOf, headOf, oddsOf } from '#core/scoring/assess/form.ts';
import { type TitleModel, titleParts } from '#core/scoring/assess/title-form.ts';
import { needIn } from '#core/scoring/assess/need.ts';
import { formOdds } from '#core/scoring/assess/title-need.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { fitHead, type FormSample, partsOfMany, pickOthers, readLeftOut, rounded } from './forms.ts';
import { fitLogistic } from './logistic.ts';
import { inventedAsks, readRated } from './rated.ts';
import { readRealTitles, readTitles } from './title-fields.ts';

/** A word in fewer fields than this is about one of them. */
const minFields = 6;

const stride = 17;

/** Of a request that is read in the place of another field, which is easy to tell. */
const elsewhereWeight = 0.04;

interface Title extends FormSample {
  /** Null where the set doesn't say. */
  asks: boolean | null;
  isTrouble: boolean | null;
}

interface TitleForOffering extends Title {
  profile: Profile;
  reading: Reading;
  label: number;
}

const titles = readTitles();
const shortAsks = readRated(inventedAsks, 'fit');
const invented: TitleForOffering[] = [
  ...titles.map(({ field, profile, reading, label, asks: truth }) => ({
    field,
    profile,
    reading,
    label,
    parts: titleParts(reading),
    asks: truth,
    isTrouble: label === 2 && !truth,
  })),
  // Titles of grade 0 may ask for something else there, and those of grade 2 may ask or not.
  ...shortAsks.map(({ campaign, profile, reading, label }) => ({
    field: campaign,
    profile,
    reading,
    label,
    parts: titleParts(reading),
    asks: label === 3 ? true : label === 1 ? false : null,
    isTrouble: null,
  })),
];

const real = readRealTitles().map(({ wants, reading }): Title => ({
  field: reading.item.subreddit,
  parts: titleParts(reading),
  asks: wants === 'thing',
  isTrouble: wants === 'trouble',
}));

const profiles = [...new Set(invented.map(({ profile }) => profile))];

const form = fitForm([...invented, ...real]);
const { asks, trouble } = form;
const model: TitleModel = { ...form, need: fitNeed(), offer: fitOffer() };
writeFileSync(new URL('../../src/core/scoring/assess/title-model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);
console.log(
  `${form.words.split(' ').length} words, ${asks.forms.split('|').length} and ${trouble.forms.split('|').length} forms`,
  model.need,
  model.offer,
);

function fitForm(list: readonly Title[]): Pick<TitleModel, 'words' | 'asks' | 'trouble'> {
  const kept = partsOfMany(list, minFields);
  return {
    words: [...kept].join(' '),
    asks: fitHead(list, kept, ({ asks: truth }) => truth),
    trouble: fitHead(list, kept, ({ isTrouble }) => isTrouble),
  };
}

/** Null where the set doesn't say. */
function isNeed({ label, asks: truth }: TitleForOffering): boolean | null {
  return label >= 2 ? true : truth;
}

/** What models fitted on other fields say of each title, against whether its author needs something. */
function fitNeed(): TitleModel['need'] {
  const rows = readLeftOut(invented, (own, rest) => {
    const other = fitForm([...rest, ...real]);
    const words = new Set(other.words.split(' '));
    const heads = { asks: headOf(other.asks), trouble: headOf(other.trouble) };
    return own.flatMap((title) => {
      const truth = isNeed(title);
      if (truth === null) return [];
      const forms = formsOf(title.parts, words);
      const odds = { asks: oddsOf(heads.asks, forms), trouble: oddsOf(heads.trouble, forms) };
      const read = formOdds(odds, needIn(title.reading, { isCareer: false }));
      return [{ values: [read, 1], group: 0, lead: truth, weight: 1 }];
    });
  });
  return rounded(['form', 'constant'], fitLogistic({ rows, groups: 0, prior: [1, 0.1], strength: 1 }));
}

/** Needs for the offering, for something else in its subreddits, and for the offerings of other fields. */
function fitOffer(): TitleModel['offer'] {
  const prior: OfferSigns = { terms: 3, unnamed: 0.5, ruleNoun: 0.5, otherThing: -1, otherName: -0.5, otherTrade: -0.5, constant: -1.5 };
  const names = Object.keys(prior) as (keyof OfferSigns)[];
  const needs = invented.filter((title) => isNeed(title));
  const rowOf = (signs: OfferSigns, isLead: boolean, weight: number) => ({
    values: names.map((name) => signs[name]),
    group: 0,
    lead: isLead,
    weight,
  });
  const own = needs.map(({ profile, reading, label }) => rowOf(offerSigns(profile, reading), label >= 2, 1));
  const elsewhere = needs
    .filter(({ label }) => label === 3)
    .flatMap(({ profile, reading }, at) =>
      pickOthers(profiles, at, stride)
        .filter((other) => other !== profile)
        .map((other) => rowOf(offerSigns(other, inSubredditOf(reading, other)), false, elsewhereWeight)),
    );
  const weights = fitLogistic({
    rows: [...own, ...elsewhere],
    groups: 0,
    prior: names.map((name) => prior[name]),
    strength: 1,
  });
  return rounded(names, weights);
}

function inSubredditOf(reading: Reading, { campaign }: Profile): Reading {
  return { ...reading, item: { ...reading.item, subreddit: campaign.subreddits[0] ?? '' } };
}

// Fits src/core/scoring/assess/title-model.json: which titles ask, which tell of trouble, and for which offering they ask.
import { writeFileSync } from 'node:fs';
import { offerSigns, type OfferSigns } from '#core/scoring/assess/offer-signs.ts';
import type { Profile } from '#core/scoring/assess/profile.ts';
import { formsOf, headOf, oddsOf, shareOf } from '#core/scoring/assess/form.ts';
import { type TitleModel, titleParts } from '#core/scoring/assess/title-form.ts';
import { needIn } from '#core/scoring/assess/need.ts';
import { formOdds } from '#core/scoring/assess/title-need.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { fitHead, type FormSample, partsOfMany, pickOthers, readLeftOut, rounded } from './forms.ts';
import { fitLogistic } from './logistic.ts';
import { inventedAsks, readRated } from './rated.ts';
import { readOfferedTitles, readRealTitles, readTitles } from './title-fields.ts';

/** A word in fewer fields than this is about one of them. */
const minFields = 6;
const minCount = 10;

const stride = 17;

/** Of a request that is read in the place of another field, which is easy to tell. */
const elsewhereWeight = 0.04;

/** Of a real title: there are many, and four of five want nothing. */
const realWeight = 0.5;

/** Of a real title that was read for an offering. */
const offeredWeight = 4;

interface Title extends FormSample {
  isReal: boolean;
  reading: Reading;
  /** Null where the set doesn't say. */
  asks: boolean | null;
  isTrouble: boolean | null;
  isNeed: boolean | null;
}

type Form = Pick<TitleModel, 'words' | 'asks' | 'trouble'>;

interface TitleForOffering extends Title {
  profile: Profile;
  label: number;
}

const titles = readTitles();
const shortAsks = readRated(inventedAsks, 'fit');
const invented: TitleForOffering[] = [
  ...titles.map(({ field, profile, reading, label, asks: truth }) => ({
    field,
    isReal: false,
    weight: 1,
    profile,
    reading,
    label,
    parts: titleParts(reading),
    asks: truth,
    isTrouble: label === 2 && !truth,
    isNeed: label >= 2 || truth,
  })),
  // Titles of grade 0 may ask for something else there, and those of grade 2 may ask or not.
  ...shortAsks.map(({ campaign, profile, reading, label }) => ({
    field: campaign,
    isReal: false,
    weight: 1,
    profile,
    reading,
    label,
    parts: titleParts(reading),
    asks: label === 3 ? true : label === 1 ? false : null,
    isTrouble: null,
    isNeed: label >= 2 ? true : label === 1 ? false : null,
  })),
];

const real = readRealTitles().map(({ wants, reading }): Title => ({
  field: reading.item.subreddit,
  isReal: true,
  weight: realWeight,
  reading,
  parts: titleParts(reading),
  asks: wants === 'thing',
  isTrouble: wants === 'trouble',
  isNeed: wants !== 'none',
}));

const profiles = [...new Set(invented.map(({ profile }) => profile))];

const all: readonly Title[] = [...invented, ...real];
const form = fitForm(all);
const need = fitNeed();
const model: TitleModel = { ...form, need, offer: fitOffer() };
writeFileSync(new URL('../../src/core/scoring/assess/title-model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);
console.log(
  `${form.words.split(' ').length} words, ${form.asks.forms.split('|').length} and ${form.trouble.forms.split('|').length} forms`,
  model.need,
  model.offer,
);

function fitForm(list: readonly Title[]): Form {
  // Real titles would keep more words that are about something.
  const kept = partsOfMany(
    list.filter(({ isReal }) => !isReal),
    minFields,
  );
  return {
    words: [...kept].join(' '),
    asks: fitHead(list, { kept, minCount, truth: ({ asks }) => asks }),
    trouble: fitHead(list, { kept, minCount, truth: ({ isTrouble }) => isTrouble }),
  };
}

/** Reads the log odds of a need from the form of a title. */
function formReader(fitted: Form): (reading: Reading) => number {
  const words = new Set(fitted.words.split(' '));
  const heads = { asks: headOf(fitted.asks), trouble: headOf(fitted.trouble) };
  return (reading) => {
    const forms = formsOf(titleParts(reading), words);
    const odds = { asks: oddsOf(heads.asks, forms), trouble: oddsOf(heads.trouble, forms) };
    return formOdds(odds, needIn(reading, { isCareer: false }));
  };
}

/** What models fitted on other fields say of each title, against whether its author needs something. */
function fitNeed(): TitleModel['need'] {
  const rows = readLeftOut(all, (own, rest) => {
    const read = formReader(fitForm(rest));
    return own.flatMap(({ reading, isNeed }) =>
      isNeed === null ? [] : [{ values: [read(reading), 1], group: 0, lead: isNeed, weight: 1 }],
    );
  });
  return rounded(['form', 'constant'], fitLogistic({ rows, groups: 0, prior: [1, 0.1], strength: 1 }));
}

/** Needs for the offering, for something else in its subreddits, and for the offerings of other fields; real titles of its subreddits. */
function fitOffer(): TitleModel['offer'] {
  const prior: OfferSigns = { terms: 3, unnamed: 0.5, ruleNoun: 0.5, otherThing: -1, otherName: -0.5, otherTrade: -0.5, constant: -1.5 };
  const names = Object.keys(prior) as (keyof OfferSigns)[];
  const needs = invented.filter(({ isNeed }) => isNeed);
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
  const read = formReader(form);
  const offered = readOfferedTitles('fit').map(({ profile, reading, label }) =>
    // Of those that are no leads, some need nothing at all.
    rowOf(
      offerSigns(profile, reading),
      label >= 2,
      label >= 2 ? offeredWeight : offeredWeight * shareOf(need.form * read(reading) + need.constant),
    ),
  );
  const weights = fitLogistic({
    rows: [...own, ...elsewhere, ...offered],
    groups: 0,
    prior: names.map((name) => prior[name]),
    strength: 1,
  });
  return rounded(names, weights);
}

function inSubredditOf(reading: Reading, { campaign }: Profile): Reading {
  return { ...reading, item: { ...reading.item, subreddit: campaign.subreddits[0] ?? '' } };
}

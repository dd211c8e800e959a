// Fits src/core/scoring/assess/title-model.json: which titles ask, which tell of trouble, and for which offering they ask.
import { writeFileSync } from 'node:fs';
import { offerSigns, type OfferSigns, offerFit } from '#core/scoring/assess/offer-signs.ts';
import type { Profile } from '#core/scoring/assess/profile.ts';
import { formsOf, headOf, oddsOf, shareOf } from '#core/scoring/assess/form.ts';
import { offerSignNames, type TitleForm, type TitleModel, titleParts } from '#core/scoring/assess/title-form.ts';
import { needIn } from '#core/scoring/assess/need.ts';
import { formOdds } from '#core/scoring/assess/title-need.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { fitCurves } from './curves.ts';
import { fitHead, type FormSample, partsOfMany, pickOthers, readLeftOut, rounded } from './forms.ts';
import { fitLogistic } from '../bench/fit/logistic.ts';
import { inventedAsks, readRated } from '../bench/fit/rated.ts';
import { readOfferedTitles } from '../bench/fit/title-fields.ts';
import { type RatedTitle, readRealTitles, readTitles } from './rated-titles.ts';

/** A word in fewer fields than this is about one of them. */
const minFields = 6;
const minCount = 10;

const stride = 17;

/** Of a request that is read in the place of another field, which is easy to tell. */
const elsewhereWeight = 0.04;

/** Of a real title: there are many, and four of five want nothing. */
const realWeight = 0.5;

/** Of a real title that was read for an offering. */
const offeredWeight = 3.5;

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

const shortAsks = readRated(inventedAsks, 'fit');
const inventedTitle = ({ field, profile, reading, label, asks }: RatedTitle): TitleForOffering => ({
  field,
  isReal: false,
  weight: 1,
  profile,
  reading,
  label,
  parts: titleParts(reading),
  asks,
  isTrouble: label === 2 && !asks,
  isNeed: label >= 2 || asks,
});

const invented: TitleForOffering[] = [
  ...readTitles('fields').map(inventedTitle),
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

const forOffer = readTitles('offer-fields').map(inventedTitle);
const profiles = [...new Set([...invented, ...forOffer].map(({ profile }) => profile))];

const all: readonly Title[] = [...invented, ...real];
const leftOut = readFormsLeftOut();
const form = fitForm(all);
const need = fitNeed();
const model: TitleModel = { ...form, need, offer: fitOffer() };
writeFileSync(new URL('../src/core/scoring/assess/title-model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);
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

interface FormOdds {
  odds: TitleForm;
  /** Log odds of a need. */
  need: number;
}

function formReader(fitted: Form): (reading: Reading) => FormOdds {
  const words = new Set(fitted.words.split(' '));
  const heads = { asks: headOf(fitted.asks), trouble: headOf(fitted.trouble) };
  return (reading) => {
    const forms = formsOf(titleParts(reading), words);
    const odds = { asks: oddsOf(heads.asks, forms), trouble: oddsOf(heads.trouble, forms) };
    return { odds, need: formOdds(odds, needIn(reading, { isCareer: false })) };
  };
}

/** What models fitted on other fields say of the form of each title. */
function readFormsLeftOut(): Map<Title, FormOdds> {
  return new Map(
    readLeftOut(all, (own, rest) => {
      const read = formReader(fitForm(rest));
      return own.map((title): [Title, FormOdds] => [title, read(title.reading)]);
    }),
  );
}

/** Whether the author of a title needs something, by what models fitted on other fields say of its form. */
function fitNeed(): TitleModel['need'] {
  const rows = all.flatMap((title) =>
    title.isNeed === null ? [] : [{ values: [leftOut.get(title)?.need ?? 0, 1], group: 0, lead: title.isNeed, weight: 1 }],
  );
  return rounded(['form', 'constant'], fitLogistic({ rows, groups: 0, prior: [1, 0.1], strength: 1, keepsSign: true }));
}

/** Needs for the offering, for something else in its subreddits, and for the offerings of other fields; real titles of its subreddits. */
function fitOffer(): TitleModel['offer'] {
  const read = formReader(form);
  const needs = [...invented, ...forOffer].filter(({ isNeed }) => isNeed);
  const sampleOf = (title: TitleForOffering, profile: Profile, { lead, weight }: { lead: boolean; weight: number }) => {
    const reading = profile === title.profile ? title.reading : inSubredditOf(title.reading, profile);
    return { signs: signsOf(profile, reading, (leftOut.get(title) ?? read(title.reading)).odds), lead, weight };
  };
  const own = needs.map((title) => sampleOf(title, title.profile, { lead: title.label >= 2, weight: 1 }));
  const elsewhere = needs
    .filter(({ label }) => label === 3)
    .flatMap((title, at) =>
      pickOthers(profiles, at, stride)
        .filter((other) => other !== title.profile)
        .map((other) => sampleOf(title, other, { lead: false, weight: elsewhereWeight })),
    );
  const offered = readOfferedTitles('fit').map(({ profile, reading, label }) => {
    const seen = read(reading);
    // Of those that are no leads, some need nothing at all.
    const weight = offeredWeight * (label >= 2 ? 1 : shareOf(need.form * seen.need + need.constant));
    return { signs: signsOf(profile, reading, seen.odds), lead: label >= 2, weight };
  });
  return fitCurves(offerSignNames, [...own, ...elsewhere, ...offered]);
}

function signsOf(profile: Profile, reading: Reading, odds: TitleForm): OfferSigns {
  return offerSigns(profile, reading, { form: odds, fit: offerFit(profile, reading) });
}

function inSubredditOf(reading: Reading, { campaign }: Profile): Reading {
  return { ...reading, item: { ...reading.item, subreddit: campaign.subreddits[0] ?? '' } };
}

// Fits src/core/scoring/assess/title-model.json: which titles ask, which tell of trouble, and for which offering they ask.
import { writeFileSync } from 'node:fs';
import { offerOdds, offerSigns, type OfferSigns } from '#core/scoring/assess/offer-signs.ts';
import { offerFit } from '#core/scoring/assess/offer-fit.ts';
import type { Profile } from '#core/scoring/assess/profile.ts';
import { formsOf, headOf, oddsOf } from '#core/scoring/assess/form.ts';
import { type TitleModel, titleParts } from '#core/scoring/assess/title-form.ts';
import { needIn } from '#core/scoring/assess/need.ts';
import { formOdds } from '#core/scoring/assess/title-need.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { elsewhereWeight, fitHead, type FormSample, partsOfMany, pickOthers, readLeftOut, rounded } from './forms.ts';
import { fitLogistic } from './logistic.ts';
import { inventedAsks, readRated } from './rated.ts';
import { readTitles } from './title-fields.ts';

/** A word in fewer fields than this is about one of them. */
const minFields = 6;

const stride = 17;

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
  ...titles.map((title) => ({ ...title, parts: titleParts(title.reading), isTrouble: title.label === 2 && !title.asks })),
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

const profiles = [...new Set(invented.map(({ profile }) => profile))];

const form = fitForm(invented);
const { asks, trouble } = form;
const offer = fitOffer();
const lead = fitLead();
const model: TitleModel = { ...form, offer, lead };
writeFileSync(new URL('../../src/core/scoring/assess/title-model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);
console.log(
  `${form.words.split(' ').length} words, ${asks.forms.split('|').length} and ${trouble.forms.split('|').length} forms`,
  offer,
  lead,
);

function fitForm(list: readonly Title[]): Pick<TitleModel, 'words' | 'asks' | 'trouble'> {
  const kept = partsOfMany(list, minFields);
  return {
    words: [...kept].join(' '),
    asks: fitHead(list, kept, ({ asks: truth }) => truth),
    trouble: fitHead(list, kept, ({ isTrouble }) => isTrouble),
  };
}

function fitLead(): TitleModel['lead'] {
  const rows = readLeftOut(invented, (own, rest) => {
    const other = fitForm(rest);
    const words = new Set(other.words.split(' '));
    const heads = { asks: headOf(other.asks), trouble: headOf(other.trouble) };
    return own.map(({ profile, reading, parts, label }) => {
      const forms = formsOf(parts, words);
      const read = formOdds(
        { asks: oddsOf(heads.asks, forms), trouble: oddsOf(heads.trouble, forms) },
        needIn(reading, { isCareer: false }),
      );
      return { values: [read, offerOdds(signsOf(profile, reading), offer), 1], group: 0, lead: label >= 2, weight: 1 };
    });
  });
  return rounded(['form', 'offer', 'constant'], fitLogistic({ rows, groups: 0, prior: [0.6, 0.3, -0.4], strength: 1 }));
}

/** Requests for the offering, for something else in its subreddits, and for the offerings of other fields. */
function fitOffer(): TitleModel['offer'] {
  const prior: OfferSigns = { asked: 2, terms: 3, unnamed: 0.5, other: -0.5, constant: -2.5 };
  const names = Object.keys(prior) as (keyof OfferSigns)[];
  const requests = titles.filter((title) => title.asks && title.label !== 1);
  const elsewhere = requests
    .filter(({ label }) => label === 3)
    .flatMap(({ profile, reading }, at) =>
      pickOthers(profiles, at, stride)
        .filter((other) => other !== profile)
        .map((other) => ({ signs: signsOf(other, inSubredditOf(reading, other)), lead: false, weight: elsewhereWeight })),
    );
  const own = requests.map(({ profile, reading, label }) => ({
    signs: signsOf(profile, reading),
    lead: label >= 2,
    weight: label >= 2 ? 1 : 1.5,
  }));
  const weights = fitLogistic({
    rows: [...own, ...elsewhere].map(({ signs, lead: isLead, weight }) => ({
      values: names.map((name) => signs[name]),
      group: 0,
      lead: isLead,
      weight,
    })),
    groups: 0,
    prior: names.map((name) => prior[name]),
    strength: 1,
  });
  return rounded(names, weights);
}

function signsOf(profile: Profile, reading: Reading): OfferSigns {
  return offerSigns(profile, reading, offerFit(profile, reading));
}

function inSubredditOf(reading: Reading, { campaign }: Profile): Reading {
  return { ...reading, item: { ...reading.item, subreddit: campaign.subreddits[0] ?? '' } };
}

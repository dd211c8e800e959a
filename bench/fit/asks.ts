// Fits the weights that tell for which offering a title without a body asks: `offerWeights` in src/core/scoring/assess/brief.ts.
import { requestLikeness } from '#core/scoring/assess/assess.ts';
import { offerSigns, type OfferSigns, readBrief } from '#core/scoring/assess/brief.ts';
import { listFeatures } from '#core/scoring/assess/features.ts';
import type { Profile } from '#core/scoring/assess/profile.ts';
import { fitLogistic } from './logistic.ts';
import { inventedAsks, type Rated, readRated, secondEvaluation } from './rated.ts';

/** Starting points; the fit may not change their signs. */
const prior: Record<keyof OfferSigns, number> = { asked: 2, terms: 3, likeness: 0.7, unnamed: 0.5, constant: -2.5 };
const names = Object.keys(prior) as (keyof OfferSigns)[];
const minAsk = 0.55;
/** Each request is also read as if posted in subreddits of this many other campaigns, which don't offer what it asks for. */
const others = 3;
const stride = 17;
const weightOf = { lead: 1, other: 1.5, elsewhere: 0.25 };

interface Sample {
  signs: OfferSigns;
  kind: keyof typeof weightOf;
}

function sampleOf({ profile, reading }: Pick<Rated, 'profile' | 'reading'>, kind: Sample['kind']): Sample[] {
  const likeness = requestLikeness(profile, reading);
  const brief = readBrief(profile, reading, { features: listFeatures(profile, reading), likeness });
  return brief && brief.asks >= minAsk ? [{ signs: offerSigns(profile, reading, likeness), kind }] : [];
}

const isTitle = ({ item }: Rated): boolean => item.body.trim() === '';
const invented = readRated(inventedAsks, 'fit');
const titles = [...invented, ...readRated(), ...readRated(secondEvaluation)].filter(isTitle);
const profiles = [...new Set(invented.map(({ profile }) => profile))];
const inSubredditOf = ({ reading }: Rated, profile: Profile): Rated['reading'] => ({
  ...reading,
  item: { ...reading.item, subreddit: profile.campaign.subreddits[0] ?? '' },
});
const elsewhere = invented
  .filter(({ label }) => label >= 2)
  .flatMap((post, at) =>
    Array.from({ length: others }, (_, step) => profiles[((others * at + step + 1) * stride) % profiles.length])
      .filter((profile) => profile !== undefined)
      .filter((profile) => profile !== post.profile)
      .flatMap((profile) => sampleOf({ profile, reading: inSubredditOf(post, profile) }, 'elsewhere')),
  );
const samples = [...titles.flatMap((post) => sampleOf(post, post.label >= 2 ? 'lead' : 'other')), ...elsewhere];
const weights = fitLogistic({
  rows: samples.map(({ signs, kind }) => ({
    values: names.map((name) => signs[name]),
    group: 0,
    lead: kind === 'lead',
    weight: weightOf[kind],
  })),
  groups: 0,
  prior: names.map((name) => prior[name]),
  strength: 1,
});
for (const [at, name] of names.entries()) console.log(name, weights[at]?.toFixed(2));
console.log(
  Object.entries(Object.groupBy(samples, ({ kind }) => kind))
    .map(([kind, own]) => `${kind} ${own.length}`)
    .join(', '),
);

import type { Features } from '#core/scoring/assess/features.ts';
import { type Model, standardize } from '#core/scoring/assess/model.ts';
import type { Rated } from './rated.ts';
import { fitLogistic } from './logistic.ts';
import { prior } from './prior.ts';

/** In rated posts; weaker priors rank held-out campaigns worse. */
const strength = 6000;
const strongLeadWeight = 2;

const names = Object.keys(prior).filter((name): name is keyof Features => name in prior);

/** Weights of the features, with every campaign counting equally. */
export function fitWeights(posts: readonly Rated[]): Model['features'] {
  const groups = [...new Set(posts.map(({ campaign }) => campaign))];
  const scale = names.map((name) => spread(posts.map(({ features }) => features[name])));
  const size = new Map(groups.map((group) => [group, posts.filter(({ campaign }) => campaign === group).length]));
  const rows = posts.map(({ features, campaign, label }) => ({
    values: names.map((name, at) => standardize(features[name], scale[at] ?? { mean: 0, deviation: 1 })),
    group: groups.indexOf(campaign),
    lead: label >= 2,
    weight: ((label === 3 ? strongLeadWeight : 1) * posts.length) / groups.length / (size.get(campaign) ?? 1),
  }));
  const weights = fitLogistic({ rows, groups: groups.length, prior: names.map((name) => prior[name]), strength, keepsSign: true });
  return Object.fromEntries(
    names.map((name, at) => [
      name,
      { mean: rounded(scale[at]?.mean), deviation: rounded(scale[at]?.deviation), weight: rounded(weights[at]) },
    ]),
  );
}

const rounded = (value = 0): number => Number(value.toPrecision(5));

function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // A lower limit, so that a feature that never varied in the rated posts can't explode later.
  return { mean, deviation: Math.max(0.05, Math.sqrt(variance)) };
}

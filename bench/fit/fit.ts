// Fits src/core/scoring/assess/model.json on lead-eval and prints how it ranks campaigns it has seen and has not.
import { writeFileSync } from 'node:fs';
import { exactScoreOf } from '#core/scoring/arithmetic.ts';
import { assess } from '#core/scoring/assess/assess.ts';
import type { Features } from '#core/scoring/assess/features.ts';
import { type Model, standardise } from '#core/scoring/assess/model.ts';
import { defaultWeights } from '#shared/scoring.ts';
import { type Judged, readJudged } from './judged.ts';
import { fitLogistic } from './logistic.ts';
import { measure } from './measure.ts';
import { prior } from './prior.ts';

/** In judged posts; weaker priors rank campaigns left out worse. */
const strength = 6000;
const strongLeadWeight = 2;
/** Where a clear buyer, a possible lead and mere talk should land; chosen on the left-out sums. */
const grades: Model['grades'] = {
  intent: { slope: 2, centre: 0.6 },
  fit: { slope: 2.6, centre: -0.75 },
  relevance: { slope: 2.2, centre: -0.3 },
};

const names = Object.keys(prior).filter((name): name is keyof Features => name in prior);

export function fitModel(posts: readonly Judged[]): Model {
  const groups = [...new Set(posts.map(({ campaign }) => campaign))];
  const scale = names.map((name) => spread(posts.map(({ features }) => features[name])));
  const size = new Map(groups.map((group) => [group, posts.filter(({ campaign }) => campaign === group).length]));
  const rows = posts.map(({ features, campaign, label }) => ({
    values: names.map((name, at) => standardise(features[name], scale[at] ?? { mean: 0, deviation: 1 })),
    group: groups.indexOf(campaign),
    lead: label >= 2,
    weight: ((label === 3 ? strongLeadWeight : 1) * posts.length) / groups.length / (size.get(campaign) ?? 1),
  }));
  const weights = fitLogistic({ rows, groups: groups.length, prior: names.map((name) => prior[name]), strength });
  return {
    features: Object.fromEntries(
      names.map((name, at) => [
        name,
        { mean: rounded(scale[at]?.mean), deviation: rounded(scale[at]?.deviation), weight: rounded(weights[at]) },
      ]),
    ),
    grades,
  };
}

const rounded = (value = 0): number => Number(value.toPrecision(5));

function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // A feature that never varied in the judged posts must not explode when it first does.
  return { mean, deviation: Math.max(0.05, Math.sqrt(variance)) };
}

function scoreAll(posts: readonly Judged[], model: Model): { label: number; score: number }[] {
  return posts.map(({ profile, reading, label }) => {
    const assessment = assess(profile, reading, { model, now: null });
    return { label, score: exactScoreOf(assessment.components, defaultWeights, assessment) ?? 0 };
  });
}

function printTable(all: readonly Judged[], model: Model): void {
  const totals = { fitted: [0, 0], left: [0, 0] };
  const campaigns = [...new Set(all.map(({ campaign }) => campaign))];
  console.log(`${'campaign'.padEnd(20)} fitted: nDCG@20  AP     left out: nDCG@20  AP`);
  for (const campaign of campaigns) {
    const own = all.filter((post) => post.campaign === campaign);
    const fitted = measure(scoreAll(own, model));
    const left = measure(scoreAll(own, fitModel(all.filter((post) => post.campaign !== campaign))));
    totals.fitted = [(totals.fitted[0] ?? 0) + fitted.ndcg, (totals.fitted[1] ?? 0) + fitted.precision];
    totals.left = [(totals.left[0] ?? 0) + left.ndcg, (totals.left[1] ?? 0) + left.precision];
    console.log(
      `${campaign.padEnd(20)}         ${fitted.ndcg.toFixed(3)}    ${fitted.precision.toFixed(3)}            ${left.ndcg.toFixed(3)}    ${left.precision.toFixed(3)}`,
    );
  }
  const mean = (sums: readonly number[]): string => sums.map((sum) => (sum / campaigns.length).toFixed(3)).join('    ');
  console.log(`${'mean'.padEnd(20)}         ${mean(totals.fitted)}            ${mean(totals.left)}`);
}

const all = readJudged();
const model = fitModel(all);
printTable(all, model);
writeFileSync(new URL('../../src/core/scoring/assess/model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);

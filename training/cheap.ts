// Fits src/core/scoring/assess/cheap.json, the weights of the cheap stage: node training/cheap.ts
import { writeFileSync } from 'node:fs';
import { type CheapModel, type Features, judge, kindOf, listFeatures, needNames, shareOf, topicNames } from '#core/scoring/assess/cheap.ts';
import { compileProfile, createLanguage } from '#core/scoring/assess/profile.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { readBackground } from '#core/text/background.ts';
import { fittedSets } from '../bench/fit/sets.ts';
import { minimize } from './minimize.ts';

interface Row {
  set: string;
  features: Features;
  topic: number[];
  need: number[];
  grade: number;
  weight: number;
}

/** How much each set counts. */
const shares: Readonly<Record<string, number>> = {
  'lead-eval': 0.15,
  'lead-eval-2': 0.15,
  'lead-eval-3': 0.2,
  comments: 0.08,
  'short-asks': 0.04,
  titles: 0.06,
  written: 0.15,
  'streams-1': 0.05,
  'streams-2': 0.05,
  'streams-3': 0.05,
  'streams-4': 0.05,
};
/** Of these, 70 shall mean 70: what is written where many need the offering. */
const communities = new Set(['lead-eval', 'lead-eval-2', 'lead-eval-3', 'comments', 'short-asks', 'written']);
/** How much it counts whether a text is on topic, beside whether it is a lead. */
const topicShare = 0.1;
/** Inverse variance of the weights, in rows. */
const strength = 30;
const called = 0.7;
/** Of what is called, so many are right. Invented titles and comments are leads more often than real ones. */
const right = { post: 0.64, brief: 0.84, comment: 0.85 };

function readRows(): Row[] {
  const language = createLanguage(readBackground());
  return Object.entries(shares).flatMap(([set, share]) => {
    const byCampaign = Map.groupBy(fittedSets[set]?.() ?? [], ({ campaign }) => campaign);
    const rows = [...byCampaign].flatMap(([campaign, texts]) => {
      const profile = compileProfile(campaign, language);
      const matcher = compileMatcher([campaign]);
      return texts.map(({ item, label }) => {
        const features = listFeatures(profile, language.reader.read(item), matcher.match(item)[0]?.rules.length ?? 0);
        return {
          set,
          features,
          grade: label,
          topic: topicNames.map((name) => features[name]),
          need: needNames.map((name) => features[name]),
        };
      });
    });
    console.log(`${set}: ${rows.length} texts`);
    return rows.map((row) => ({ ...row, weight: share / rows.length }));
  });
}

interface Scale {
  means: number[];
  deviations: number[];
}

/** Replaces values by their distance from the mean, in standard deviations. */
function standardize(rows: readonly Row[], part: 'topic' | 'need', names: readonly string[]): Scale {
  const mean = (of: (row: Row) => number): number => rows.reduce((sum, row) => sum + row.weight * of(row), 0);
  const means = names.map((_, at) => mean((row) => row[part][at] ?? 0));
  const deviations = names.map((_, at) => Math.sqrt(mean((row) => ((row[part][at] ?? 0) - (means[at] ?? 0)) ** 2)) || 1);
  for (const row of rows) row[part] = row[part].map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1));
  return { means, deviations };
}

const dot = (one: readonly number[], other: ArrayLike<number>, from: number): number =>
  one.reduce((sum, value, at) => sum + value * (other[from + at] ?? 0), 0);

/**
 * Maximum likelihood of the product of both regressions. How many leads there are depends on who made a set, so each set has a start
 * of its own for the need.
 */
function fit(rows: readonly Row[]): Float64Array {
  const sets = Object.keys(shares);
  const [topic, need] = [1, 1 + topicNames.length + 1];
  const ofSet = need + needNames.length;
  const free = (at: number): boolean => at === 0 || at === need - 1;
  return minimize(ofSet + sets.length, (weights, slope) => {
    let loss = 0;
    for (const row of rows) {
      const set = ofSet + sets.indexOf(row.set);
      const onTopic = shareOf((weights[0] ?? 0) + dot(row.topic, weights, topic));
      const needs = shareOf((weights[need - 1] ?? 0) + (weights[set] ?? 0) + dot(row.need, weights, need));
      const lead = Math.min(1 - 1e-9, Math.max(1e-9, onTopic * needs));
      const [isLead, isOnTopic] = [row.grade >= 2 ? 1 : 0, row.grade >= 1 ? 1 : 0];
      loss -= row.weight * Math.log(isLead === 1 ? lead : 1 - lead);
      loss -= topicShare * row.weight * Math.log(Math.max(1e-9, isOnTopic === 1 ? onTopic : 1 - onTopic));
      const error = (row.weight * (lead - isLead)) / (1 - lead);
      const byTopic = error * (1 - onTopic) + topicShare * row.weight * (onTopic - isOnTopic);
      const byNeed = error * (1 - needs);
      slope[0] = (slope[0] ?? 0) + byTopic;
      slope[need - 1] = (slope[need - 1] ?? 0) + byNeed;
      slope[set] = (slope[set] ?? 0) + byNeed;
      for (const [at, value] of row.topic.entries()) slope[topic + at] = (slope[topic + at] ?? 0) + byTopic * value;
      for (const [at, value] of row.need.entries()) slope[need + at] = (slope[need + at] ?? 0) + byNeed * value;
    }
    for (const [at, weight] of weights.entries()) {
      const penalty = free(at) ? 0 : (at < ofSet ? strength : 1) / rows.length;
      loss += (penalty * weight * weight) / 2;
      slope[at] = (slope[at] ?? 0) + penalty * weight;
    }
    return loss;
  });
}

const rounded = (value: number): number => Number(value.toFixed(3));

/** Weights of the features as they are. */
function unscaled<Name extends string>(names: readonly Name[], { means, deviations }: Scale, weights: ArrayLike<number>) {
  const own = names.map((_, at) => rounded((weights[at] ?? 0) / (deviations[at] ?? 1)));
  const start = own.reduce((sum, weight, at) => sum - weight * (means[at] ?? 0), 0);
  return { start, weights: Object.fromEntries(names.map((name, at) => [name, own[at]])) as Record<Name, number> };
}

/** For each kind of text, the highest start at which so many of those called are right. */
function startOf(kind: keyof CheapModel['need']['start'], rows: readonly Row[], model: CheapModel): number {
  const own = rows.filter(({ set, features }) => communities.has(set) && kindOf(features) === kind);
  for (let start = 8; start > -8; start -= 0.25) {
    let [all, leads] = [0, 0];
    for (const { features, grade } of own) {
      const said = judge(features, { ...model, need: { ...model.need, start: { post: start, brief: start, comment: start } } });
      if (said.topic * said.need < called) continue;
      all += 1;
      if (grade >= 2) leads += 1;
    }
    if (all > 0 && leads >= right[kind] * all) return rounded(start);
  }
  throw new Error(`No start for ${kind}`);
}

const rows = readRows();
const scales = { topic: standardize(rows, 'topic', topicNames), need: standardize(rows, 'need', needNames) };
const fitted = fit(rows);
const topic = unscaled(topicNames, scales.topic, fitted.subarray(1));
const need = unscaled(needNames, scales.need, fitted.subarray(2 + topicNames.length));
const model: CheapModel = {
  topic: { ...topic, start: rounded((fitted[0] ?? 0) + topic.start) },
  need: { start: { post: 0, brief: 0, comment: 0 }, weights: need.weights },
};
const start = { post: startOf('post', rows, model), brief: startOf('brief', rows, model), comment: startOf('comment', rows, model) };
const whole: CheapModel = { ...model, need: { ...model.need, start } };
console.log(JSON.stringify(whole, null, 2));
writeFileSync(new URL('../src/core/scoring/assess/cheap.json', import.meta.url), `${JSON.stringify(whole, null, 2)}\n`);

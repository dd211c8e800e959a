// Fits how the built-in model and the cheap stage are put together, the weights in src/core/scoring/reader/reader.ts, on campaigns
// that neither was trained on: node training/blend.ts
import { createLanguage, compileProfile } from '#core/scoring/assess/profile.ts';
import { cheapShare } from '#core/scoring/assess/assess.ts';
import { kindOf, listFeatures } from '#core/scoring/assess/cheap.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { logOddsOf, openReader } from '#core/scoring/reader/reader.ts';
import { aboutOf } from '#core/scoring/scorer.ts';
import { readBackground } from '#core/text/background.ts';
import { labeledSets } from '../bench/fit/sets.ts';
import { minimize } from './minimize.ts';

/** How much each set counts. */
const shares: Readonly<Record<string, number>> = {
  'lead-eval-3': 0.15,
  comments: 0.1,
  'short-asks': 0.1,
  titles: 0.1,
  written: 0.15,
  'streams-1': 0.1,
  'streams-2': 0.1,
  'streams-3': 0.1,
  'streams-4': 0.1,
};
const kinds = ['post', 'brief', 'comment'] as const;
/** In the communities of a campaign, leads are more frequent than in these sets together. */
const raised = 0.6;

interface Row {
  features: number[];
  isLead: boolean;
  weight: number;
}

const reader = await openReader();
const language = createLanguage(readBackground());
const rows: Row[] = [];
for (const { id, read } of labeledSets) {
  const share = shares[id];
  if (share === undefined) continue;
  const byCampaign = Map.groupBy(read(), ({ campaign }) => campaign);
  const count = [...byCampaign.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [campaign, texts] of byCampaign) {
    const profile = compileProfile(campaign, language);
    const matcher = compileMatcher([campaign]);
    const odds = await reader.read(texts.map(({ item }) => ({ about: aboutOf(campaign), item })));
    for (const [at, { item, label }] of texts.entries()) {
      const reading = language.reader.read(item);
      const rules = matcher.match(item)[0]?.rules.length ?? 0;
      const kind = kindOf(listFeatures(profile, reading, rules));
      const features = [...kinds.map((one) => (one === kind ? 1 : 0)), odds[at]?.lead ?? 0, logOddsOf(cheapShare(profile, reading, rules))];
      rows.push({ features, isLead: label >= 2, weight: share / count });
    }
  }
  console.log(`${id}: ${count} texts`);
}
await reader.close();

const fitted = minimize(kinds.length + 2, (at, slope) => {
  let loss = 0;
  for (const { features, isLead, weight } of rows) {
    const lead = 1 / (1 + Math.exp(-features.reduce((sum, value, n) => sum + value * (at[n] ?? 0), 0)));
    loss -= weight * Math.log(Math.max(1e-9, isLead ? lead : 1 - lead));
    for (const [n, value] of features.entries()) slope[n] = (slope[n] ?? 0) + weight * (lead - (isLead ? 1 : 0)) * value;
  }
  return loss;
});
const two = (value = 0): number => Number(value.toFixed(2));
const start = Object.fromEntries(kinds.map((kind, at) => [kind, two((fitted[at] ?? 0) + raised)]));
console.log({ start, reader: two(fitted[kinds.length]), cheap: two(fitted[kinds.length + 1]) });

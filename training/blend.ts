// Fits how the built-in models and the cheap stage are put together, the weights in src/core/scoring/reader/reader.ts, on campaigns
// that neither was trained on: node training/blend.ts
import { cheapShare, foreignKindOf } from '#core/scoring/assess/assess.ts';
import { kindOf, listFeatures } from '#core/scoring/assess/cheap.ts';
import { compileProfile, createLanguage } from '#core/scoring/assess/profile.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import type { ReaderName } from '#core/scoring/reader/encode.ts';
import { createNearness } from '#core/scoring/reader/nearness.ts';
import { worthReading } from '#core/scoring/reader/read-candidates.ts';
import { createLazyReader, logOddsOf } from '#core/scoring/reader/reader.ts';
import { aboutOf } from '#core/scoring/scorer.ts';
import { readBackground } from '#core/text/background.ts';
import type { Labeled } from '../bench/fit/rated.ts';
import { labeledSets } from '../bench/fit/sets.ts';
import { minimize } from './minimize.ts';

interface Plan {
  reader: ReaderName;
  /** How much each set counts. */
  shares: Readonly<Record<string, number>>;
  /** What has a start of its own, and what is added to it: in the communities of a campaign, leads are more frequent than in these sets together. */
  kinds: Readonly<Record<string, number>>;
}

const plans: readonly Plan[] = [
  {
    reader: 'english',
    shares: {
      'lead-eval-3': 0.13,
      comments: 0.08,
      'short-asks': 0.1,
      titles: 0.16,
      written: 0.14,
      others: 0.1,
      'streams-1': 0.07,
      'streams-2': 0.07,
      'streams-3': 0.07,
      'streams-4': 0.07,
      'streams-5': 0.09,
    },
    kinds: { post: 1, brief: 0.6, comment: 1 },
  },
  ...['foreign', 'foreignTitle'].map((kind) => ({
    reader: 'languages' as const,
    shares: { languages: 0.2, 'languages-2026': 0.8 },
    kinds: { [kind]: 0.6 },
  })),
];

interface Row {
  features: number[];
  isLead: boolean;
  weight: number;
}

const readers = createLazyReader();
const language = createLanguage(readBackground());

const nearness = createNearness();
const every = 8;

/** Texts that were written for other campaigns, and that would be read: needs of other trades are no leads. */
async function listOthers(): Promise<Labeled[]> {
  const texts = labeledSets.find(({ id }) => id === 'written')?.read() ?? [];
  const campaigns = [...new Map(texts.map(({ campaign }) => [campaign.id, campaign])).values()];
  const found: Labeled[] = [];
  for (const [at, campaign] of campaigns.entries()) {
    const profile = compileProfile(campaign, language);
    for (const text of texts.filter((one, n) => one.campaign.id !== campaign.id && (n + at) % every === 0)) {
      const cheap = cheapShare(listFeatures(profile, language.reader.read(text.item), 0));
      const nearOf = await nearness.of(text.item);
      const near = await nearOf({ about: aboutOf(campaign), troubles: campaign.painPoints });
      if (near > 0 || cheap >= worthReading.english) found.push({ ...text, campaign, label: 0 });
    }
  }
  return found;
}

async function listNear(campaign: Labeled['campaign'], texts: readonly Labeled[]): Promise<number[]> {
  const near: number[] = [];
  for (const { item } of texts) near.push(await (await nearness.of(item))({ about: aboutOf(campaign), troubles: campaign.painPoints }));
  return near;
}

async function readRows({ reader, shares, kinds: raised }: Plan): Promise<Row[]> {
  const kinds = Object.keys(raised);
  const rows: Row[] = [];
  for (const { id, read } of [...labeledSets, { id: 'others', read: listOthers }]) {
    const texts = shares[id] === undefined ? [] : await read();
    for (const [campaign, own] of Map.groupBy(texts, (text) => text.campaign)) {
      const profile = compileProfile(campaign, language);
      const matcher = compileMatcher([campaign]);
      const near = reader === 'english' ? await listNear(campaign, own) : [];
      const odds = await readers.read(own.map(({ item }) => ({ about: aboutOf(campaign), reader, item })));
      const ofCampaign = own.map(({ item, label }, at): Row & { kind: string } => {
        const reading = language.reader.read(item);
        const rules = matcher.match(item)[0]?.rules.length ?? 0;
        const known = listFeatures(profile, reading, rules);
        const kind = reader === 'languages' ? foreignKindOf(reading) : kindOf(known);
        const starts = kinds.map((one) => (one === kind ? 1 : 0));
        const features = [...starts, odds[at]?.lead ?? 0, logOddsOf(cheapShare(known))];
        if (reader === 'english') features.push(known.home, near[at] ?? 0);
        return { kind, features, isLead: label >= 2, weight: (shares[id] ?? 0) / texts.length };
      });
      rows.push(...ofCampaign.filter(({ kind }) => kinds.includes(kind)));
    }
  }
  return rows;
}

function fit(rows: readonly Row[], count: number): Float64Array {
  return minimize(count, (at, slope) => {
    let loss = 0;
    for (const { features, isLead, weight } of rows) {
      const lead = 1 / (1 + Math.exp(-features.reduce((sum, value, n) => sum + value * (at[n] ?? 0), 0)));
      loss -= weight * Math.log(Math.max(1e-9, isLead ? lead : 1 - lead));
      for (const [n, value] of features.entries()) slope[n] = (slope[n] ?? 0) + weight * (lead - (isLead ? 1 : 0)) * value;
    }
    return loss;
  });
}

const two = (value = 0): number => Number(value.toFixed(2));
for (const plan of plans) {
  const rows = await readRows(plan);
  const fitted = fit(rows, rows[0]?.features.length ?? 0);
  const starts = Object.fromEntries(Object.entries(plan.kinds).map(([kind, raised], at) => [kind, two((fitted[at] ?? 0) + raised)]));
  const [model, cheap, home, near] = fitted.slice(Object.keys(plan.kinds).length);
  console.log(`${rows.length} texts:`, { ...starts, reader: two(model), cheap: two(cheap), home: two(home), near: two(near) });
}
await readers.close();

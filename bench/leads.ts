// How well leads are found, on every labeled set: npm run leads [-- SET…] [-- --locked]
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wilsonInterval } from '#core/ai/ledger/spend-queries.ts';
import { ranksOf } from '#core/scoring/best-of-day.ts';
import { readerModels } from '#core/scoring/reader/encode.ts';
import { createLazyReader, type PairReader } from '#core/scoring/reader/reader.ts';
import { createCandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { vectorOf } from '#core/scoring/reader/sentences.ts';
import { createScorer, type ScorerResult } from '#core/scoring/scorer.ts';
import { leadMinimum, usualLeadsPerDay, usualLeadThreshold } from '#shared/scoring.ts';
import { rankByBm25 } from './fit/bm25.ts';
import {
  averagePrecision,
  calibrationError,
  callBest,
  type Estimate,
  firstRight,
  isGood,
  overCampaigns,
  type Ranked,
} from './fit/measure.ts';
import type { Labeled } from './fit/rated.ts';
import { labeledSets, lockedSets } from './fit/sets.ts';

/** So few texts at a time that the limit on readings doesn't apply, which is for streams with few candidates. */
const batch = 60;

/** A result for the text's own campaign. */
interface Result {
  text: Labeled;
  result: ScorerResult;
}

/** As the app lists texts: what it keeps comes first. The rest follows below zero, so that all have a rank. */
const rankedBy = ({ text, result }: Result): Ranked => {
  const [isKept, score] = [result.outcome === 'scored', result.exactScore ?? 0];
  return {
    campaign: text.campaign.id,
    label: text.label,
    score: isKept ? score : score - 101,
    isCalled: isKept && Math.round(score) >= usualLeadThreshold && result.assessment?.role !== 'seller',
  };
};

const byCampaign = <T>(list: readonly T[], campaignOf: (one: T) => string): T[][] => [...Map.groupBy(list, campaignOf).values()];

/** The scorer as the app runs it, except that it also scores what no rule matched, so that all texts have a rank. */
async function scoreAll(texts: readonly Labeled[], reader: PairReader): Promise<Record<'cheap' | 'model', Result[]>> {
  const campaigns = [...new Map(texts.map(({ campaign }) => [campaign.id, { ...campaign, leadThreshold: null }])).values()];
  const options = { campaigns, now: null };
  const everything = createScorer({ ...options, assessAll: true });
  const asApp = createScorer({ ...options, compareAll: true });
  const results = (scorer: typeof asApp): Result[] =>
    texts.flatMap((text) => scorer.score(text.item, new Set([text.campaign.id])).map((result) => ({ text, result })));
  const cheap = results(everything);
  const looked = results(asApp).map(({ text, result }) => ({ item: text.item, results: [result] }));
  const readings = createCandidateReader(reader.read);
  const read: ScorerResult[][] = [];
  for (let from = 0; from < looked.length; from += batch)
    read.push(...(await readings.read(looked.slice(from, from + batch), { ...asApp, scoreRead: everything.scoreRead })));
  const fault = readings.fault();
  if (fault !== null) throw new Error(fault);
  return { cheap, model: cheap.map(({ text, result }, at) => ({ text, result: read[at]?.find(({ said }) => said) ?? result })) };
}

/** What campaigns call by default, as if all texts were of one day. */
const callAsApp = (model: readonly Result[]): Ranked[] =>
  byCampaign(model, ({ text }) => text.campaign.id).flatMap((own) => {
    const entrants = own.filter(({ result }) => result.decision === 'lead');
    const places = ranksOf(entrants.map((one) => ({ at: 0, author: one.text.item.fullname, merit: one.result.merit ?? 0, one })));
    const best = new Set([...places].flatMap(([{ one }, place]) => (place <= usualLeadsPerDay ? [one] : [])));
    return own.map((one) => ({ ...rankedBy(one), isCalled: best.has(one) }));
  });

const two = (value: number): string => value.toFixed(2);
const shown = ({ value, low, high }: Estimate, digits = 2): string =>
  Number.isFinite(value) ? `${value.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})` : '–';
const share = (right: number, all: number): string => (all === 0 ? '–' : shown({ value: right / all, ...wilsonInterval(right, all) }));

const print = (...cells: readonly string[]): void =>
  console.log(
    cells
      .map((cell, at) => cell.padEnd(at === 0 ? 11 : 18))
      .join('')
      .trimEnd(),
  );

function called(texts: readonly Ranked[]): string[] {
  const all = texts.filter(({ isCalled }) => isCalled);
  const right = all.filter(isGood).length;
  return [share(right, all.length), share(right, texts.filter(isGood).length)];
}

function printRanker(name: string, texts: readonly Ranked[], isScore: boolean): void {
  const calibration = isScore ? two(calibrationError(texts.filter(({ score }) => score >= 0))) : '–';
  print(name, shown(overCampaigns(texts, averagePrecision)), ...called(texts), shown(overCampaigns(texts, firstRight), 1), calibration);
}

/** Ranks each campaign's texts by another measure, and calls as many of them as the model does. */
const callAsMany = (
  texts: readonly Labeled[],
  model: readonly Ranked[],
  score: (campaign: Labeled['campaign'], items: Labeled['item'][]) => number[],
): Ranked[] =>
  byCampaign(texts, ({ campaign }) => campaign.id).flatMap((own) => {
    const { campaign } = own[0] ?? fail();
    const scores = score(
      campaign,
      own.map(({ item }) => item),
    );
    const ranked = own.map(({ label }, at) => ({ campaign: campaign.id, label, score: scores[at] ?? 0, isCalled: false }));
    return callBest(ranked, model.filter((one) => one.isCalled && one.campaign === campaign.id).length);
  });

/** The dot products of what campaigns say of themselves and texts, by a model that was never trained on leads. */
async function likenessOf(texts: readonly Labeled[]): Promise<(campaign: Labeled['campaign'], items: Labeled['item'][]) => number[]> {
  const vectors = new Map<object, Float32Array>();
  for (const { campaign, item } of texts) {
    if (!vectors.has(campaign))
      vectors.set(campaign, await vectorOf(`${campaign.name}. ${campaign.offering} For: ${campaign.idealCustomer}`));
    vectors.set(item, await vectorOf(`${item.title}\n${item.body}`));
  }
  const vector = (thing: object): Float32Array => vectors.get(thing) ?? fail();
  const dot = (one: Float32Array, other: Float32Array): number => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return (campaign, items) => items.map((item) => dot(vector(campaign), vector(item)));
}

/** Prints a set and returns a line about it. */
async function printSet(name: string, texts: readonly Labeled[], reader: PairReader): Promise<string> {
  const scored = await scoreAll(texts, reader);
  const [model, cheap] = [scored.model.map(rankedBy), scored.cheap.map(rankedBy)];
  const bm25 = callAsMany(texts, model, rankByBm25);
  const likeness = callAsMany(texts, model, await likenessOf(texts));
  const alerts = scored.cheap.map(({ text, result: { matchedRules } }) => {
    const isCalled = matchedRules.length > 0;
    return { campaign: text.campaign.id, label: text.label, score: isCalled ? 1 : 0, isCalled };
  });
  const count = new Set(texts.map(({ campaign }) => campaign.id)).size;
  console.log(`\n${name}: ${count} campaigns, ${texts.length} texts, ${texts.filter(isGood).length} leads`);
  printRanker('model', model, true);
  print('best five', '', ...called(callAsApp(scored.model)));
  printRanker('cheap', cheap, true);
  printRanker('BM25', bm25, false);
  printRanker('vectors', likeness, false);
  printRanker('alerts', alerts, false);
  const [precision, recall] = called(model);
  return `AP ${shown(overCampaigns(model, averagePrecision))}, precision ${precision}, recall ${recall}`;
}

function fail(): never {
  throw new Error('A set without texts');
}

const intro = `model      cheap stages and the built-in model; called: ${usualLeadThreshold} or more
best five  the same; called: each campaign's best ${usualLeadsPerDay} from ${leadMinimum} on, as if one day had brought all texts
cheap      without the model; called: ${usualLeadThreshold} or more
BM25       by the campaign's own words; called: as many of each campaign as the model calls
vectors    by the likeness of their meaning, by MiniLM as it was pretrained; called: as many
alerts     called: what a rule matches
AP and first five right: means over campaigns with leads. Calibration error: of what the app keeps. In parentheses: 95% intervals.
`;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { locked: { type: 'boolean', default: false } }, allowPositionals: true });
  const unknown = positionals.filter((name) => !labeledSets.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`Unknown set: ${unknown.join(', ')}. Choose from ${labeledSets.map(({ id }) => id).join(', ')}`);
  console.log(intro);
  print('', 'AP', 'precision', 'recall', 'first five right', 'calibration error');
  const reader = createLazyReader();
  for (const { id, about, read } of labeledSets)
    if (positionals.length === 0 || positionals.includes(id)) await printSet(`${id}, ${about}`, read(), reader);
  for (const { id, about, read } of values.locked ? lockedSets : []) {
    const result = await printSet(`locked ${id}, ${about}`, read(), reader);
    const day = new Date().toISOString().slice(0, 10);
    const what = `\`npm run leads -- --locked\`: ${id}, the built-in models ${readerModels.english.version} and ${readerModels.languages.version}, from ${usualLeadThreshold} on`;
    appendFileSync(new URL('../training/locked/log.md', import.meta.url), `| ${day} | ${what} | ${result} |\n`);
  }
  await reader.close();
}

await run();

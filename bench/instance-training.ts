// What an instance would gain by training the encoder further on what it reads, on subreddits that the encoder has never seen.
// Usage: npm run bench instance-training -- --corpus FILE [--seeds 3] [--tables FOLDER]
// FILE: as for bench/fit/encoder/train.ts. For each seed, trains a table without the labeled subreddits, some minutes each, and
// keeps it in FOLDER if given. Then the table reads a week of those subreddits in seven nights. Labels are used for measuring only.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { weigh } from '#core/scoring/assess/assess.ts';
import { type Model, readModel } from '#core/scoring/assess/model.ts';
import { Encoder } from '#core/scoring/encoder/encoder.ts';
import { Meaning } from '#core/scoring/encoder/meaning.ts';
import { type EncoderTable, formatTable, parseTable } from '#core/scoring/encoder/table.ts';
import { finish } from '#core/platform/slices.ts';
import { continueTraining, type Post } from './fit/encoder/continue.ts';
import { readCorpus } from './fit/encoder/corpus.ts';
import { trainTable } from './fit/encoder/train-table.ts';
import { bestPublished, errorOf, meanOf } from './fit/best-published.ts';
import { measure, type Quality } from './fit/measure.ts';
import { createRandom, shuffled } from './fit/random.ts';
import { type Rated, readRated, secondEvaluation, withShuffledRules } from './fit/rated.ts';
import { fitWeights } from './fit/weights.ts';
import type { Figure } from './generated-data.ts';
import { corpusFile, seedCount, tablesFolder } from './sizes.ts';

interface Campaign {
  name: string;
  set: string;
  posts: readonly Rated[];
  /** Not fitted on this campaign. */
  features: Model['features'];
}

interface Reading {
  name: string;
  /** One instance reads for all campaigns of a set, or one for each campaign. */
  isShared: boolean;
}

interface Week extends Reading {
  seed: number;
  unlabeled: ReadonlyMap<string, readonly Post[]>;
}

/** Close to the labeled ones; left out of the first training too. */
const related = ['networking', 'homeimprovement'];
const nights = 7;
const postsPerSubreddit = 1000;
const readings: readonly Reading[] = [
  { name: 'own subreddits', isShared: false },
  { name: 'all subreddits of the set', isShared: true },
];
const passes = 4;
const rate = 0.005;

const subredditsOf = (posts: readonly Rated[]): string[] => [...new Set(posts.map(({ item }) => item.subreddit.toLowerCase()))];

function listCampaigns(seed: number): Campaign[] {
  const [first, second] = [withShuffledRules(readRated(), seed), withShuffledRules(readRated(secondEvaluation), seed)];
  const { features } = readModel();
  const grouped = (posts: readonly Rated[]) => [...Map.groupBy(posts, ({ campaign }) => campaign)];
  return [
    ...grouped(first).map(([name, posts]) => {
      const others = first.filter(({ campaign }) => campaign !== name);
      return { name, set: 'lead-eval', posts, features: fitWeights(others) };
    }),
    ...grouped(second).map(([name, posts]) => ({ name, set: 'lead-eval-2', posts, features })),
  ];
}

/** Posts of the labeled subreddits that are not labeled themselves. */
function readUnlabeled(corpus: string, labeled: readonly Rated[]): Map<string, Post[]> {
  const wanted = new Set(subredditsOf(labeled));
  const titles = new Set(labeled.map(({ item }) => item.title));
  const lines = gunzipSync(readFileSync(corpus)).toString('utf8').split('\n');
  const posts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Post);
  const kept = posts.filter(({ subreddit, title }) => wanted.has(subreddit.toLowerCase()) && !titles.has(title));
  return Map.groupBy(kept, ({ subreddit }) => subreddit.toLowerCase());
}

function qualityOf({ posts, features }: Campaign, table: EncoderTable): Quality {
  const meaning = new Meaning(new Encoder(table));
  const [first] = posts;
  if (!first) throw new Error('A campaign without posts measures nothing');
  const language = { ...first.profile.language, meaning };
  const profile = { ...first.profile, language, wish: finish(meaning.wishSteps(first.profile.campaign)) };
  return measure(posts.map(({ label, reading }) => ({ label, score: weigh(profile, reading, { features }).match })));
}

/** A seventh of the week each night; every night starts from the stored table of the night before. */
function readWeek(table: EncoderTable, posts: readonly Post[], seed: number): EncoderTable {
  const random = createRandom(seed);
  const week = shuffled(posts, random);
  const size = Math.ceil(week.length / nights);
  let latest = table;
  for (let night = 0; night < nights; night += 1) {
    latest = continueTraining(latest, week.slice(night * size, (night + 1) * size), { passes, rate, random });
  }
  return latest;
}

function qualitiesAfter(campaigns: readonly Campaign[], base: EncoderTable, { seed, isShared, unlabeled }: Week): Quality[] {
  const random = createRandom(seed);
  const sampleOf = (name: string): Post[] => shuffled(unlabeled.get(name) ?? [], random).slice(0, postsPerSubreddit);
  const trainedOn = (posts: readonly Rated[]): EncoderTable => readWeek(base, subredditsOf(posts).flatMap(sampleOf), seed);
  const shared = isShared ? trainedOn(campaigns.flatMap(({ posts }) => posts)) : null;
  return campaigns.map((campaign) => qualityOf(campaign, shared ?? trainedOn(campaign.posts)));
}

function baseTable(corpus: string, seed: number, without: ReadonlySet<string>): EncoderTable {
  const file = tablesFolder === null ? null : join(tablesFolder, `without-${seed}.bin`);
  if (file !== null && existsSync(file)) return parseTable(readFileSync(file));
  const table = trainTable(readCorpus(corpus, without), createRandom(seed));
  if (file !== null) writeFileSync(file, formatTable(table));
  return table;
}

/** A campaign's quality before and after the week, with one seed. */
interface Trial {
  seed: number;
  reading: string;
  set: string;
  campaign: string;
  before: Quality;
  after: Quality;
}

function trialsOf(seed: number, base: EncoderTable, unlabeled: Week['unlabeled']): Trial[] {
  return [...Map.groupBy(listCampaigns(seed), ({ set }) => set)].flatMap(([set, campaigns]) => {
    const before = campaigns.map((campaign) => qualityOf(campaign, base));
    return readings.flatMap((reading) => {
      const after = qualitiesAfter(campaigns, base, { ...reading, seed, unlabeled });
      const trials = campaigns.flatMap(({ name }, at): Trial[] => {
        const [old, latest] = [before[at], after[at]];
        return old && latest ? [{ seed, reading: reading.name, set, campaign: name, before: old, after: latest }] : [];
      });
      console.log(`seed ${seed}, ${set}, ${reading.name}: ${changeOf(trials)}`);
      return trials;
    });
  });
}

const three = (value: number): string => value.toFixed(3);
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${three(Math.abs(value))}`;
const pair = (show: (of: (quality: Quality) => number) => string): string =>
  `${show(({ ndcg }) => ndcg)} / ${show(({ precision }) => precision)}`;

/** Mean change with its standard error over campaigns, each the mean of its seeds. */
function changeOf(trials: readonly Trial[]): string {
  return pair((of) => {
    const campaigns = [...Map.groupBy(trials, ({ campaign }) => campaign).values()];
    const changes = campaigns.map((own) => meanOf(own.map(({ before, after }) => of(after) - of(before))));
    return `${signed(meanOf(changes))} ± ${three(errorOf(changes))}`;
  });
}

function figuresOf(trials: readonly Trial[], best: Quality): Figure[] {
  const { set = '', reading = '' } = trials[0] ?? {};
  const meanPair = (when: 'before' | 'after', map: (value: number, best: number) => number): string =>
    pair((of) => three(map(meanOf(trials.map((trial) => of(trial[when]))), of(best))));
  const closed = (value: number, known: number): number => (value - known) / (1 - known);
  const seeds = [...Map.groupBy(trials, ({ seed }) => seed).values()];
  const range = pair((of) => {
    const changes = seeds.map((own) => meanOf(own.map(({ before, after }) => of(after) - of(before))));
    return `${signed(Math.min(...changes))} to ${signed(Math.max(...changes))}`;
  });
  return [
    {
      figure: `${set}, ${reading}: nDCG@20 / AP after a week; before; change ± standard error over campaigns`,
      ours: meanPair('after', (value) => value),
      yardstick: meanPair('before', (value) => value),
      ratio: changeOf(trials),
      target: 'a gain on both sets',
    },
    {
      figure: `${set}, ${reading}: closed after; before; range of the change over ${seeds.length} seeds`,
      ours: meanPair('after', closed),
      yardstick: meanPair('before', closed),
      ratio: range,
      target: '',
    },
  ];
}

export async function run(): Promise<Figure[]> {
  if (corpusFile === null) throw new Error('Give the file of texts with --corpus: JSON lines with subreddit, title, and body, gzip');
  const sets = new Map([
    ['lead-eval', readRated()],
    ['lead-eval-2', readRated(secondEvaluation)],
  ]);
  const labeled = [...sets.values()].flat();
  const unlabeled = readUnlabeled(corpusFile, labeled);
  const count = unlabeled.values().reduce((sum, posts) => sum + posts.length, 0);
  console.log(`${count} unlabeled posts of ${unlabeled.size} of the ${subredditsOf(labeled).length} labeled subreddits`);
  if (count === 0) throw new Error('The file of texts has no posts of the labeled subreddits, so there is nothing to measure');
  const without = new Set([...subredditsOf(labeled), ...related]);
  const trials: Trial[] = [];
  for (let seed = 1; seed <= seedCount(3); seed += 1) trials.push(...trialsOf(seed, baseTable(corpusFile, seed, without), unlabeled));
  const groups = Map.groupBy(trials, ({ set, reading }) => `${set} ${reading}`);
  return Promise.resolve([...groups.values()].flatMap((own) => figuresOf(own, bestPublished(sets.get(own[0]?.set ?? '') ?? []))));
}

if (import.meta.main) console.table(await run());

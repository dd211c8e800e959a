// Value of feedback: an oracle rates half of each campaign's posts, and the other half is ranked before and after.
import { exactScoreOf } from '#core/scoring/arithmetic.ts';
import { assess } from '#core/scoring/assess/assess.ts';
import { readModel } from '#core/scoring/assess/model.ts';
import { readBackground } from '#core/scoring/background.ts';
import { createFeatureReader } from '#core/inbox/learning/features.ts';
import { fitLayer, type Layer, learnedPoints, type Lesson } from '#core/inbox/learning/layer.ts';
import { defaultWeights, learnedEffect } from '#shared/scoring.ts';
import { type Rated, readRated } from './fit/rated.ts';
import { measure } from './fit/measure.ts';
import { createRandom } from './fit/random.ts';
import type { Figure } from './generated-data.ts';
import { measureRelearning } from './relearning.ts';

const counts = [0, 10, 20, 40];
/** Random halves of each campaign's posts, the same in every run. */
const splits = 20;
/** Ratings between two looks at the list. */
const handful = 5;

const reader = createFeatureReader(readBackground);
const model = readModel();

interface Candidate extends Lesson {
  label: number;
  /** Points before the cap, and the cap. */
  plain: number;
  cap: number;
}

function candidateOf({ item, label, profile, reading }: Rated): Candidate {
  const { components, role, solved, fitNone } = assess(profile, reading, { model, now: null });
  const uncapped = { role: 'other', solved: false, fitNone: false } as const;
  const { title, body, kind, subreddit } = item;
  return {
    features: reader.read({ components, role, kind, subreddit: subreddit.toLowerCase(), title, body }),
    base: exactScoreOf(components, defaultWeights, { role, solved, fitNone }) ?? 0,
    plain: exactScoreOf(components, defaultWeights, uncapped) ?? 0,
    cap: Math.min(role === 'seller' ? 20 : 100, solved ? 40 : 100, fitNone ? 30 : 100),
    label,
    right: label >= 2,
  };
}

/** Scores above a cap keep their order below it, as in the scorer. */
function scoreOf(layer: Layer | null, { plain, cap, features }: Candidate): number {
  const raw = plain + (layer ? learnedEffect(learnedPoints(layer, features), plain) : 0);
  return raw <= cap ? raw : cap - 0.49 * (1 - raw / 100);
}

function halve(posts: readonly Candidate[], seed: number): { pool: Candidate[]; held: Candidate[] } {
  const random = createRandom(seed);
  const shuffled = posts
    .map((post) => ({ post, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ post }) => post);
  const middle = Math.floor(shuffled.length / 2);
  return { pool: shuffled.slice(0, middle), held: shuffled.slice(middle) };
}

/** Always rates the best unrated post, as ranked after what was learned so far. */
function scoreBest(pool: readonly Candidate[], count: number): Layer | null {
  const rated = new Set<Candidate>();
  while (rated.size < count) {
    const layer = fitLayer([...rated]);
    const open = pool.filter((post) => !rated.has(post)).toSorted((a, b) => scoreOf(layer, b) - scoreOf(layer, a));
    if (open.length === 0) break;
    for (const post of open.slice(0, Math.min(handful, count - rated.size))) rated.add(post);
  }
  return fitLayer([...rated]);
}

function meanOf(campaigns: readonly Candidate[][], count: number): { ndcg: number; precision: number } {
  const measured = campaigns
    .flatMap((posts) =>
      Array.from({ length: splits }, (_, seed) => {
        const { pool, held } = halve(posts, seed + 1);
        const layer = scoreBest(pool, count);
        return measure(held.map((post) => ({ label: post.label, score: scoreOf(layer, post) })));
      }),
    )
    .filter(({ ndcg, precision }) => Number.isFinite(ndcg) && Number.isFinite(precision));
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { ndcg: mean(measured.map(({ ndcg }) => ndcg)), precision: mean(measured.map(({ precision }) => precision)) };
}

export async function run(): Promise<Figure[]> {
  const campaigns = [...Map.groupBy(readRated(), ({ campaign }) => campaign).values()].map((posts) => posts.map(candidateOf));
  const figures = counts.map((count) => Object.assign({ count }, meanOf(campaigns, count)));
  const before = figures[0];
  return [
    ...figures.map(({ count, ndcg, precision }) => ({
      figure: `learning, held-out half after ${count} ratings`,
      ours: `nDCG@20 ${ndcg.toFixed(3)}, AP ${precision.toFixed(3)}`,
      yardstick: before ? `nDCG@20 ${before.ndcg.toFixed(3)}, AP ${before.precision.toFixed(3)}` : '',
      ratio: before ? (precision / before.precision).toFixed(3) : '',
      target: 'no worse',
    })),
    ...(await measureRelearning()),
  ];
}

if (import.meta.main) console.table(await run());

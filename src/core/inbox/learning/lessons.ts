import type { ComponentName, Weights } from '#shared/scoring.ts';
import type { Steps } from '#core/platform/slices.ts';
import { type FeatureReader, type Features, featureAt, type TraitName } from './features.ts';
import { type Layer, type Lesson, pointsPerLogit } from './layer.ts';
import { baseOf, exampleOf, type ExampleRow, type RatedRow, type LearnedTerm } from './queries.ts';

/** "Too old" says nothing about the text, and deleted posts must not be learned from. */
export const teaches = (row: RatedRow): boolean => row.feedback_reason !== 'old' && row.gone === null;
/** A row without feedback is here because it was kept by hand or got a reply. */
export const isRight = (row: RatedRow): boolean => row.feedback !== 'wrong';

export function* lessonSteps(rows: readonly RatedRow[], weights: Weights, reader: FeatureReader): Steps<Lesson[]> {
  const lessons: Lesson[] = [];
  for (const row of rows.filter(teaches)) {
    lessons.push({ features: reader.read(exampleOf(row)), base: baseOf(row, weights), right: isRight(row) });
    yield;
  }
  return lessons;
}

const componentLabels: Record<ComponentName, string> = {
  intent: 'posts that want to buy',
  fit: 'posts that fit the offering',
  relevance: 'posts on the topic',
  urgency: 'posts in a hurry',
  reachability: 'posts open to answers',
  recency: 'fresh posts',
  saturation: 'threads that few have answered',
};
const traitLabels: Record<TraitName, string> = {
  seller: 'posts that offer',
  customer: 'posts by people in need',
  comment: 'comments',
  question: 'posts that ask a question',
};

const maxShown = 6;
const minPoints = 0.5;

/** The strongest weights to show, positive and negative; buckets are named by terms of the rated posts. */
export function* termSteps(layer: Layer | null, rows: readonly RatedRow[], reader: FeatureReader): Steps<LearnedTerm[]> {
  if (!layer) return [];
  const taught = rows.filter(teaches);
  const [buckets, sums] = [createBucketNames(), createStrengths()];
  for (const row of taught) {
    const example = exampleOf(row);
    buckets.add(reader.listTerms(example));
    sums.add(reader.read(example));
    yield;
  }
  const named = buckets.name(Math.max(minPosts, taught.length / 20));
  const strongest = sums.average();
  const all = layer.flatMap((weight, index) => {
    const points = toTenth(weight * (strongest.get(index) ?? 0) * pointsPerLogit);
    const what = nameOf(index, named);
    return what === undefined || Math.abs(points) < minPoints ? [] : [{ what, points }];
  });
  const up = all.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points);
  const down = all.filter(({ points }) => points < 0).toSorted((a, b) => a.points - b.points);
  return [...up.slice(0, maxShown), ...down.slice(0, maxShown)];
}

/** The learned terms that change one post's score, strongest first. */
export function reasonsOf(layer: Layer, row: ExampleRow, reader: FeatureReader): LearnedTerm[] {
  const example = exampleOf(row);
  const buckets = createBucketNames();
  buckets.add(reader.listTerms(example));
  const named = buckets.name(1);
  const { indices, values } = reader.read(example);
  return indices
    .flatMap((index, at) => {
      const points = toTenth((layer[index] ?? 0) * (values[at] ?? 0) * pointsPerLogit);
      const what = nameOf(index, named);
      return what === undefined || Math.abs(points) < minPoints ? [] : [{ what, points }];
    })
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, maxShown);
}

const toTenth = (value: number): number => Math.round(value * 10) / 10;

function nameOf(index: number, buckets: ReadonlyMap<number, string>): string | undefined {
  const feature = featureAt(index);
  if (feature.kind === 'words') return buckets.get(feature.bucket);
  return feature.kind === 'trait' ? traitLabels[feature.name] : componentLabels[feature.name];
}

/** The average value of each feature among the rated posts that contain it. */
function createStrengths() {
  const sums = new Map<number, { sum: number; count: number }>();
  return {
    add({ indices, values }: Features): void {
      for (const [at, index] of indices.entries()) {
        const known = sums.get(index) ?? { sum: 0, count: 0 };
        sums.set(index, { sum: known.sum + Math.abs(values[at] ?? 0), count: known.count + 1 });
      }
    },
    average: () => new Map([...sums].map(([index, { sum, count }]) => [index, sum / count])),
  };
}

/** A term found in a single rated post means nothing to users. */
const minPosts = 2;

function createBucketNames() {
  const counts = new Map<string, { bucket: number; count: number; spelling: string }>();
  return {
    add(terms: ReturnType<FeatureReader['listTerms']>): void {
      for (const [{ name, bucket }, spelling] of terms) {
        const known = counts.get(name);
        if (known) known.count += 1;
        else counts.set(name, { bucket, count: 1, spelling });
      }
    },
    /** Bucket → the term that most of the texts have in it, in their spelling, if at least `min` texts have one. */
    name(min: number): Map<number, string> {
      const named = new Map<number, { count: number; spelling: string }>();
      for (const { bucket, count, spelling } of counts.values())
        if (count >= min && count > (named.get(bucket)?.count ?? 0)) named.set(bucket, { count, spelling });
      return new Map([...named].map(([bucket, { spelling }]) => [bucket, spelling.startsWith('r/') ? spelling : `“${spelling}”`]));
    },
  };
}

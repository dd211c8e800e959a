import type { Assessment } from '#shared/scoring.ts';
import { finish } from '#core/platform/slices.ts';
import { decide } from '#core/scoring/lead-threshold.ts';
import type { FeatureReader } from './features.ts';
import { minLessons, fitLayer, learnedPoints, type Lesson } from './layer.ts';
import { isRight, lessonSteps, teaches } from './lessons.ts';
import { baseOf, meritOfRow, type RatedRow, type Ranking } from './queries.ts';

/** One rated post: its score, whether it was called a lead, and its feedback. */
interface RatedPost {
  /** 0 to 100, unrounded, with recency as of when the post was found. */
  score: number;
  calledLead: boolean;
  right: boolean;
}

/** Shares from 0 to 1; null when the denominator is zero. */
export interface Figures {
  rated: number;
  right: number;
  /** Share of the leads that are good matches. */
  precision: number | null;
  /** Share of the good matches that were called leads. */
  recall: number | null;
  /** Over the whole ranking, gain 1 for a good match; posts with equal scores share the gain of their positions. */
  ndcg: number | null;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const discountAt = (place: number): number => 1 / Math.log2(place + 2);

export function figuresOf(posts: readonly RatedPost[]): Figures {
  const right = posts.filter((post) => post.right).length;
  const called = posts.filter((post) => post.calledLead);
  const hits = called.filter((post) => post.right).length;
  return {
    rated: posts.length,
    right,
    precision: share(hits, called.length),
    recall: share(hits, right),
    ndcg: share(gainOf(posts), gainOf(posts.map((post) => ({ right: post.right, score: post.right ? 1 : 0 })))),
  };
}

/** Ties share their positions, so that the order of database rows can't improve the figure. */
function gainOf(posts: readonly Pick<RatedPost, 'score' | 'right'>[]): number {
  const groups = [...Map.groupBy(posts, ({ score }) => score)].toSorted(([one], [other]) => other - one);
  let place = 0;
  let gain = 0;
  for (const [, group] of groups) {
    const rightShare = group.filter(({ right }) => right).length / group.length;
    for (let index = 0; index < group.length; index += 1) {
      gain += rightShare * discountAt(place);
      place += 1;
    }
  }
  return gain;
}

export interface ScorerFigures extends Figures {
  scoredBy: string;
  /** The same posts ranked with learning, each by what the others taught; null with fewer than nine ratings. */
  learned: Figures | null;
}

/** Above this many lessons, ten folds are accurate enough. */
const maxFits = 60;
const folds = 10;

/** Learned points of each lesson, from a layer that was fitted without it. */
function pointsLeftOut(lessons: readonly Lesson[]): number[] {
  const parts = lessons.length <= maxFits ? lessons.length : folds;
  const layers = Array.from({ length: parts }, (_, part) => fitLayer(lessons.filter((_lesson, index) => index % parts !== part)));
  return lessons.map(({ features }, index) => {
    const layer = layers[index % parts];
    return layer ? learnedPoints(layer, features) : 0;
  });
}

function ratedPost(row: RatedRow, ranking: Ranking, points: number): RatedPost {
  const score = baseOf(row, ranking.weights, points);
  const judged = { score: Math.round(score), merit: meritOfRow(row, ranking.weights, points), role: row.role };
  const calledLead = decide(judged, { ...ranking, postFloor: 0 }) === 'lead';
  return { score, calledLead, right: isRight(row) };
}

interface Graded {
  row: RatedRow;
  assessment: Assessment;
  /** As in `posts.scored_by`. */
  scoredBy: string;
}

/** Figures for a set of assessments of rated posts. */
export function gradeAssessments(graded: readonly Graded[], ranking: Ranking): Figures {
  const posts = graded.map(({ row, scoredBy, assessment: { components, role, solved, fitNone } }) => {
    const anew = {
      ...row,
      scored_by: scoredBy,
      components: JSON.stringify(components),
      role,
      solved: solved ? 1 : 0,
      fit_none: fitNone ? 1 : 0,
    };
    return ratedPost(anew, ranking, 0);
  });
  return figuresOf(posts);
}

/** Compares scores with feedback, without and with learning. No post is graded by a layer that was fitted on it. */
export function evaluateScores(rows: readonly RatedRow[], ranking: Ranking, reader: FeatureReader): ScorerFigures[] {
  const taught = rows.filter(teaches);
  const points = new Map(
    pointsLeftOut(finish(lessonSteps(taught, ranking.weights, reader))).map((value, index) => [taught[index]?.id ?? 0, value]),
  );
  const isLearning = taught.length > minLessons;
  return [...Map.groupBy(rows, ({ scored_by }) => scored_by)].map(([scoredBy, own]) => {
    const plain = figuresOf(own.map((row) => ratedPost(row, ranking, 0)));
    const learned = isLearning ? figuresOf(own.map((row) => ratedPost(row, ranking, points.get(row.id) ?? 0))) : null;
    return Object.assign({ scoredBy, learned }, plain);
  });
}

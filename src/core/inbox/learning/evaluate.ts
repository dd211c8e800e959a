import type { Assessment } from '#shared/scoring.ts';
import { decide } from '#core/scoring/arithmetic.ts';
import { type Figures, figuresOf, type RatedPost } from './figures.ts';
import type { FeatureReader } from './features.ts';
import { fewestLessons, fitLayer, learnedPoints, type Lesson } from './layer.ts';
import { isRight, lessonsOf, teaches } from './lessons.ts';
import { baseOf, type RatedRow, type Ranking } from './queries.ts';

export interface ScorerFigures extends Figures {
  scoredBy: string;
  /** The same posts with learning, each ranked by what the others taught; null below nine feedback. */
  learned: Figures | null;
}

/** Above this many lessons ten folds do. */
const maxFits = 60;
const folds = 10;

/** Points for each lesson from a layer that never saw it. */
function pointsLeftOut(lessons: readonly Lesson[]): number[] {
  const parts = lessons.length <= maxFits ? lessons.length : folds;
  const layers = Array.from({ length: parts }, (_, part) => fitLayer(lessons.filter((_lesson, index) => index % parts !== part)));
  return lessons.map(({ features }, index) => {
    const layer = layers[index % parts];
    return layer ? learnedPoints(layer, features) : 0;
  });
}

function ratedPost(row: RatedRow, { weights, leadThreshold }: Ranking, points: number): RatedPost {
  const score = baseOf(row, weights, points);
  const calledLead = decide(Math.round(score), row.role, { postFloor: 0, leadThreshold }) === 'lead';
  return { score, calledLead, right: isRight(row) };
}

/** How these assessments of scored posts would have done. */
export function gradeAssessments(graded: readonly { row: RatedRow; assessment: Assessment }[], ranking: Ranking): Figures {
  const posts = graded.map(({ row, assessment: { components, role, solved, fitNone } }) => {
    const anew = { ...row, components: JSON.stringify(components), role, solved: solved ? 1 : 0, fit_none: fitNone ? 1 : 0 };
    return ratedPost(anew, ranking, 0);
  });
  return figuresOf(posts);
}

/** Scores against feedback, without learning and with; learning is never graded on what it was taught. */
export function evaluateScores(rows: readonly RatedRow[], ranking: Ranking, reader: FeatureReader): ScorerFigures[] {
  const taught = rows.filter(teaches);
  const points = new Map(pointsLeftOut(lessonsOf(taught, ranking.weights, reader)).map((value, index) => [taught[index]?.id ?? 0, value]));
  const isLearning = taught.length > fewestLessons;
  return [...Map.groupBy(rows, ({ scored_by }) => scored_by)].map(([scoredBy, own]) => {
    const plain = figuresOf(own.map((row) => ratedPost(row, ranking, 0)));
    const learned = isLearning ? figuresOf(own.map((row) => ratedPost(row, ranking, points.get(row.id) ?? 0))) : null;
    return Object.assign({ scoredBy, learned }, plain);
  });
}

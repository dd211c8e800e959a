import { createFeatureReader } from './inbox/learning/features.ts';
import { createLearner } from './inbox/learning/learner.ts';
import { createLearning } from './inbox/learning/service.ts';
import { sleep } from './open-reddit.ts';
import type { Parts } from './open.ts';
import { readBackground } from './scoring/background.ts';

const usualPauseMs = 400;

/** What judgements teach, wired: the judge reads new posts by the same reader. */
export function openLearning(parts: Parts, { pauseMs = usualPauseMs }: { pauseMs?: number | undefined } = {}) {
  const reader = createFeatureReader(readBackground);
  const learner = createLearner({ ...parts, sleep, reader, pauseMs });
  return { reader, learning: createLearning({ ...parts, reader, learner }), closeLearning: learner.close };
}

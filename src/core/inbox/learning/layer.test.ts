import { expect, test } from 'vitest';
import { fitLayer, fitSteps, type Lesson } from './layer.ts';

const lessons: Lesson[] = Array.from({ length: 40 }, (_, number) => ({
  features: { indices: [0, 20 + (number % 7)], values: [number / 40, 1] },
  base: 40 + (number % 5),
  right: number % 2 === 0,
}));

test('can be interrupted after each lesson and each weight, with the same result', () => {
  const steps = fitSteps(lessons);
  let interruptions = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) interruptions += 1;
  const weights = 8;
  expect(interruptions).toBeGreaterThanOrEqual(lessons.length + weights);
  expect(step.value).toEqual(fitLayer(lessons));
  expect(step.value?.filter((weight) => weight !== 0)).toHaveLength(weights);
});

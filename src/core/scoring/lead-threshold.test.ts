import { expect, test } from 'vitest';
import { defaultWeights } from '#shared/scoring.ts';
import { decide, meritOf } from './lead-threshold.ts';

const customer = (score: number, merit = score) => ({ score, merit, role: 'customer' as const });
const best = { postFloor: 25, leadThreshold: null };

test('without a threshold, what the text alone scores decides', () => {
  expect([59.4, 59.5].map((merit) => decide(customer(40, merit), best))).toEqual(['post', 'lead']);
  expect(decide(customer(24, 90), best)).toBe('none');
});

test.each([40, 70, 90])('a chosen threshold of %i holds for all scores, whatever the text alone scores', (leadThreshold) => {
  expect([leadThreshold - 1, leadThreshold].map((score) => decide(customer(score, 10), { postFloor: 25, leadThreshold }))).toEqual([
    'post',
    'lead',
  ]);
});

test('a seller is never a lead', () => {
  expect(decide({ score: 90, merit: 90, role: 'seller' }, best)).toBe('post');
  expect(decide({ score: 90, merit: 90, role: 'seller' }, { postFloor: 25, leadThreshold: 10 })).toBe('post');
});

test('age and comments leave the score of a text alone, and learning moves it up to the cap', () => {
  const components = { intent: 0.8, fit: 0.8, relevance: 0.8, urgency: 0.8, reachability: 0.8, recency: 0, saturation: 0 };
  const speaker = { role: 'customer', solved: false, fitNone: false } as const;
  expect(meritOf(components, defaultWeights, speaker)).toBeCloseTo(80);
  expect(meritOf({ ...components, recency: 1, saturation: 1 }, defaultWeights, speaker)).toBeCloseTo(80);
  expect(meritOf(components, defaultWeights, { ...speaker, learnedPoints: -10 })).toBeCloseTo(70);
  expect(meritOf(components, defaultWeights, { ...speaker, solved: true, learnedPoints: 10 })).toBe(40);
});

import { expect, test } from 'vitest';
import { defaultWeights, type Evidence } from '#shared/scoring.ts';
import { ageText, pointsOf } from './points.ts';

const now = Date.UTC(2026, 10, 5, 12);
const evidence: Evidence[] = [
  { text: 'Looking for', start: 0, end: 11, field: 'title', why: 'intent' },
  { text: 'would pay', start: 5, end: 14, field: 'body', why: 'intent' },
];
const explained = {
  components: { intent: 0.97, fit: 0.1, relevance: 0.6, urgency: 0, reachability: 1, recency: 1, saturation: null },
  evidence,
  createdAt: now - 38 * 60_000,
  numComments: 3,
  isReplied: false,
};

test('returns each known component with its points, maximum, and label', () => {
  const points = pointsOf(explained, defaultWeights, now);
  expect(points.map(({ name }) => name)).toEqual(['intent', 'fit', 'relevance', 'urgency', 'reachability', 'recency']);
  expect(points.reduce((sum, { max }) => sum + max, 0)).toBeCloseTo(100, 0);
  expect(points[0]?.message).toBe('Asks for help: “looking for”, “would pay”');
  expect(points[1]?.message).toBe('No fit');
  expect(points.at(-1)?.message).toBe('38 minutes old');
});

test('calls a fit exact only at 1', () => {
  const fitAt = (fit: number) =>
    pointsOf({ ...explained, components: { ...explained.components, fit } }, defaultWeights, now).find(({ name }) => name === 'fit')
      ?.message;
  expect(fitAt(1)).toBe('Exact');
  expect(fitAt(0.97)).toBe('Good');
});

test('leaves out a component whose weight is zero', () => {
  const points = pointsOf(explained, { ...defaultWeights, intent: 0 }, now);
  expect(points.some(({ name }) => name === 'intent')).toBe(false);
});

test.each([
  [20_000, 'Just posted'],
  [60_000, '1 minute old'],
  [3 * 3_600_000, '3 hours old'],
  [15 * 86_400_000, '2 weeks old'],
  [800 * 86_400_000, '2 years old'],
])('formats %i milliseconds as %j', (age, words) => {
  expect(ageText(now - age, now)).toBe(words);
});

test('quotes short evidence in lower case, but keeps the capital of I', () => {
  const passages = [{ text: 'What should I buy', start: 0, end: 17, field: 'body' as const, why: 'intent' as const }];
  const [intent] = pointsOf({ ...explained, evidence: passages }, defaultWeights, now);
  expect(intent?.message).toBe('Asks for help: “what should I buy”');
});

test.each([
  [null, false, 'Comments unknown'],
  [0, false, 'No replies yet'],
  [1, false, '1 comment so far'],
  [1, true, 'Only your reply so far'],
  [3, true, '3 comments so far, one of them yours'],
])('with %s comments, and own reply %s: %j', (numComments, isReplied, message) => {
  const components = { ...explained.components, saturation: 0.5 };
  const points = pointsOf({ ...explained, components, numComments, isReplied }, defaultWeights, now);
  expect(points.find(({ name }) => name === 'saturation')?.message).toBe(message);
});

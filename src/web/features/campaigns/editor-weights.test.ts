import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confidenceAt, rankOf } from '#core/scoring/confidence.ts';
import { scoreOf } from '#core/scoring/arithmetic.ts';
import { componentNames, defaultWeights, type Components, type Weights } from '#shared/scoring.ts';
import { plainScore, pointsOfWeights, rerank, setWeight } from './editor-weights.tsx';

const parts = (value: Partial<Components>): Components => ({
  intent: 0.5,
  fit: 0.5,
  relevance: 0.5,
  urgency: 0.5,
  reachability: 0.5,
  recency: 0.5,
  saturation: 0.5,
  ...value,
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const weightsOf = fc.record(
  Object.fromEntries(componentNames.map((name) => [name, fc.double({ min: 0.01, max: 1, noNaN: true })])) as Record<
    keyof Weights,
    fc.Arbitrary<number>
  >,
);
const componentsOf = fc.record(
  Object.fromEntries(componentNames.map((name) => [name, fc.option(share)])) as Record<keyof Components, fc.Arbitrary<number | null>>,
);
const free = { role: 'customer', solved: false, fitNone: false } as const;
const sum = (points: Record<string, number>) => Object.values(points).reduce((total, value) => total + value, 0);

describe('reranking in the browser', () => {
  test('gives the same score as the server', () => {
    fc.assert(
      fc.property(componentsOf, weightsOf, (components, weights) => {
        const ours = plainScore(components, weights);
        expect(ours === null ? null : Math.round(ours)).toBe(scoreOf(components, weights, free));
      }),
    );
  });

  test('keeps a cap that the server set', () => {
    const components = parts({ intent: 1, fit: 1, relevance: 1 });
    const solved = {
      id: 'solved',
      components,
      learnedPoints: 0,
      confidence: scoreOf(components, defaultWeights, { ...free, solved: true }) ?? 0,
    };
    const open = { id: 'open', components: parts({}), learnedPoints: 0, confidence: scoreOf(parts({}), defaultWeights, free) ?? 0 };
    const [first, second] = rerank([solved, open], defaultWeights, { ...defaultWeights, intent: 1 });
    expect(first?.item.id).toBe('open');
    expect(second).toMatchObject({ score: 40 });
  });

  test('adds the points learned from feedback, as the server does', () => {
    const pressed = { id: 'pressed', components: parts({ intent: 1 }), learnedPoints: -20, confidence: 45 };
    const lifted = { id: 'lifted', components: parts({}), learnedPoints: 10, confidence: 60 };
    const ranked = rerank([pressed, lifted], defaultWeights, defaultWeights);
    expect(ranked.map(({ item, score }) => [item.id, score])).toEqual([
      ['lifted', 60],
      ['pressed', 45],
    ]);
    expect(rerank([pressed], defaultWeights, setWeight(defaultWeights, 'intent', 60))[0]?.score).toBe(60);
    const components = parts({ intent: 1, fit: 1, relevance: 1, urgency: 1, recency: 1 });
    const confidence = confidenceAt(rankOf(components, defaultWeights, { ...free, learnedPoints: 20 }), 0, 0);
    expect(rerank([{ components, learnedPoints: 20, confidence }], defaultWeights, defaultWeights)[0]?.score).toBe(confidence);
    expect(confidence).toBeGreaterThan(scoreOf(components, defaultWeights, free) ?? 100);
  });

  test('reports how many positions each item moved', () => {
    const scoredAs = (id: string, components: Components) => ({
      id,
      components,
      learnedPoints: 0,
      confidence: scoreOf(components, defaultWeights, free) ?? 0,
    });
    const scored = [scoredAs('buyer', parts({ intent: 1, fit: 0 })), scoredAs('fitting', parts({ intent: 0, fit: 1, relevance: 0.6 }))];
    const still = rerank(scored, defaultWeights, defaultWeights);
    expect(still.map(({ item, moved }) => [item.id, moved])).toEqual([
      ['fitting', 0],
      ['buyer', 0],
    ]);
    const moved = rerank(scored, defaultWeights, setWeight(defaultWeights, 'intent', 60));
    expect(moved.map(({ item, moved: by }) => [item.id, by])).toEqual([
      ['buyer', 1],
      ['fitting', -1],
    ]);
  });
});

describe('weights', () => {
  test('always add up to 100', () => {
    fc.assert(
      fc.property(weightsOf, fc.constantFrom(...componentNames), fc.integer({ min: 0, max: 100 }), (weights, name, points) => {
        const next = setWeight(weights, name, points);
        expect(sum(next)).toBeCloseTo(1, 9);
        expect(next[name]).toBeCloseTo(points / 100, 9);
        expect(sum(pointsOfWeights(next))).toBe(100);
      }),
    );
  });

  test('allow lowering a weight of 100 again', () => {
    const all = setWeight(defaultWeights, 'fit', 100);
    expect(sum(setWeight(all, 'fit', 40))).toBeCloseTo(1, 9);
  });

  test('show the default weights with their own points', () => {
    expect(pointsOfWeights(defaultWeights)).toEqual({
      intent: 30,
      fit: 30,
      relevance: 12,
      urgency: 8,
      reachability: 8,
      recency: 7,
      saturation: 5,
    });
  });
});

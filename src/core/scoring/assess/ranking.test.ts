import { expect, test } from 'vitest';
import { matchOf } from './ranking.ts';

const matchAt = (need: number, likeness = 2): number => matchOf({ sums: { need, topic: 0.5 }, likeness, brief: null, titleOdds: null });

test('a post ranks higher the more signs of a need it has, up to a clear need', () => {
  expect(matchAt(1)).toBeGreaterThan(matchAt(0));
  expect(matchAt(2)).toBeGreaterThan(matchAt(1));
});

test('what is needed even more clearly ranks no higher, so that it can’t replace the offering', () => {
  expect(matchAt(4)).toBe(matchAt(2));
  expect(matchAt(4, 1)).toBeLessThan(matchAt(2, 2));
});

test('a missing need costs more than a further sign of one gains', () => {
  expect(matchAt(0) - matchAt(-1)).toBeGreaterThan(matchAt(1) - matchAt(0));
});

test('a post about the offering that shows no need ranks below one that shows it, however similar its words', () => {
  expect(matchAt(-3, 8)).toBeLessThan(matchAt(1, 3));
});

const titled = (titleOdds: number | null): number => matchOf({ sums: { need: 0, topic: 0 }, likeness: 2, brief: null, titleOdds });

test('a text ranks higher if its title asks for the offering, and lower if it asks for nothing', () => {
  expect(titled(1)).toBeGreaterThan(titled(null));
  expect(titled(-1)).toBeLessThan(titled(null));
});

const brief = { kind: 'post', isTitleAsk: true, share: 1, asks: 1, asksForOffer: 0, need: 0, topic: 0 } as const;
const alone = (leadOdds: number): number =>
  matchOf({ sums: { need: 0, topic: 0 }, likeness: 2, brief: { ...brief, leadOdds }, titleOdds: leadOdds });

test('a title without a text ranks by its odds, however clear it is, and never far above the line from which it is a lead', () => {
  const matches = [-3, -1, 0, 1, 2, 6].map(alone);
  expect(matches).toEqual(matches.toSorted((a, b) => a - b));
  expect(new Set(matches).size).toBe(matches.length);
  expect(alone(6) - alone(0)).toBeLessThan(0.5);
});

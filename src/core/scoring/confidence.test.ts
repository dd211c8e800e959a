import fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentNames, type Components, defaultWeights, type Weights } from '#shared/scoring.ts';
import { connect } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { recencyOf, scoreOf } from './arithmetic.ts';
import { confidenceAt, confidenceSql, exactConfidence, rankOf } from './confidence.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const components = fc.record(Object.fromEntries(componentNames.map((name) => [name, fc.option(share)]))) as fc.Arbitrary<Components>;
const weights = fc.record(Object.fromEntries(componentNames.map((name) => [name, share]))) as fc.Arbitrary<Weights>;
const speaker = fc.record({
  role: fc.constantFrom('customer' as const, 'seller' as const, 'other' as const),
  solved: fc.boolean(),
  fitNone: fc.boolean(),
});
const now = Date.UTC(2026, 10, 21);
const age = fc.integer({ min: 0, max: 400 * 86_400_000 });
const scored = fc.record({ parts: components, shares: weights, who: speaker, ms: age });

test('computes the same score from stored values as the scorer, at any age', () => {
  fc.assert(
    fc.property(scored, ({ parts, shares, who, ms }) => {
      const seen = { ...parts, recency: recencyOf(now - ms, now) };
      const score = scoreOf(seen, shares, who) ?? 0;
      expect(Math.abs(confidenceAt(rankOf(parts, shares, who), now - ms, now) - score)).toBeLessThanOrEqual(1e-9);
    }),
  );
});

test('sorts in the database by the same value that the code shows', async () => {
  const db = connect(':memory:');
  await db.schema.createTable('posts', (table) => {
    table.double('static_points');
    table.double('recency_points');
    table.integer('cap');
    table.bigInteger('created_at');
  });
  const { sql, bindings } = confidenceSql(dialectOf(db), ['posts', 'created_at'], now);
  for (const [parts, ms] of fc.sample(fc.tuple(components, age), 50)) {
    const rank = rankOf(parts, defaultWeights, { role: 'customer', solved: false, fitNone: false });
    await db('posts').delete();
    await db('posts').insert({ static_points: rank.staticPoints, recency_points: rank.recencyPoints, cap: rank.cap, created_at: now - ms });
    const [row] = await db('posts').select<{ n: number }[]>(db.raw(`${sql} as n`, bindings));
    expect(row?.n).toBeCloseTo(exactConfidence(rank, now - ms, now), 9);
  }
  await db.destroy();
});

test('never exceeds the cap without recency, and never adds more than the maximum of recency', () => {
  fc.assert(
    fc.property(scored, ({ parts, shares, who, ms }) => {
      const rank = rankOf(parts, shares, who);
      const exact = exactConfidence(rank, now - ms, now);
      expect(rank.staticPoints).toBeLessThanOrEqual(rank.cap);
      expect(exact).toBeGreaterThanOrEqual(rank.staticPoints);
      expect(exact).toBeLessThanOrEqual(rank.staticPoints + rank.recencyPoints);
    }),
  );
});

test('adds learned points in full, keeps the order, and never exceeds 100 or a cap', () => {
  fc.assert(
    fc.property(scored, fc.double({ min: -25, max: 25, noNaN: true }), ({ parts, shares, who, ms }, learnedPoints) => {
      const plain = exactConfidence(rankOf(parts, shares, who), now - ms, now);
      const learned = exactConfidence(rankOf(parts, shares, { ...who, learnedPoints }), now - ms, now);
      expect(learned).toBeLessThanOrEqual(rankOf(parts, shares, who).cap);
      expect(learned).toBeGreaterThanOrEqual(0);
      expect(Math.sign(learnedPoints) * (learned - plain)).toBeGreaterThanOrEqual(-1e-9);
    }),
  );
  const free = { role: 'customer', solved: false, fitNone: false } as const;
  const strong = { intent: 1, fit: 1, relevance: 0.9, urgency: 0.5, reachability: 1, recency: 1, saturation: 1 };
  const better = { ...strong, urgency: 0.6 };
  const rankWith = (found: Components) => rankOf(found, defaultWeights, { ...free, learnedPoints: 12 }).staticPoints;
  expect(rankWith(better)).toBeGreaterThan(rankWith(strong));
});

test('treats a post dated in the future as brand-new', () => {
  const rank = { staticPoints: 50, recencyPoints: 10, cap: 100 };
  expect(exactConfidence(rank, now + 1e9, now)).toBe(60);
});

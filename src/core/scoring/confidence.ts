import type { Dialect } from '#core/platform/db/dialect.ts';
import { type Components, learnedEffect, type Weights } from '#shared/scoring.ts';
import { type Caps, capOf, recencyOf, recencyTauMs, sharesOf } from './arithmetic.ts';

/** A score with recency split off, so that rows age without being rewritten. */
export interface Rank {
  /** Points without recency, 0 to `cap`. */
  staticPoints: number;
  /** The maximum points of recency. */
  recencyPoints: number;
  cap: number;
}

export interface Speaker extends Caps {
  /** Points that the campaign's feedback adds before the cap; 0 when absent. */
  learnedPoints?: number;
}

/** The stored numbers of an assessment with the campaign's weights. */
export function rankOf(components: Components, weights: Weights, { learnedPoints = 0, ...caps }: Speaker): Rank {
  const shares = sharesOf({ ...components, recency: 1 }, weights);
  const cap = capOf(caps);
  const points = shares.reduce((sum, { name, value, max }) => (name === 'recency' ? sum : sum + value * max), 0);
  const recencyPoints = shares.find(({ name }) => name === 'recency')?.max ?? 0;
  const learned = points + learnedEffect(learnedPoints, points + recencyPoints);
  return { staticPoints: Math.max(0, Math.min(cap, learned)), recencyPoints, cap };
}

/** Confidence at a given time, unrounded, 0 to 100. Times in UTC ms. */
export function exactConfidence({ staticPoints, recencyPoints, cap }: Rank, createdAt: number, now: number): number {
  return Math.min(cap, staticPoints + recencyPoints * recencyOf(createdAt, now));
}

export const confidenceAt = (rank: Rank, createdAt: number, now: number): number => Math.round(exactConfidence(rank, createdAt, now));

/** `exactConfidence` in SQL over a table's columns; `createdAt` is the column that recency decays from. */
export function confidenceSql(
  { least, greatest, real }: Dialect,
  [table, createdAt]: readonly [table: string, createdAt: string],
  now: number,
): { sql: string; bindings: number[] } {
  const age = greatest('0', `? - ${table}.${createdAt}`);
  const tau = real(recencyTauMs);
  return {
    sql: least(`${table}.cap`, `${table}.static_points + ${table}.recency_points * (${tau} / (${tau} + ${age}))`),
    bindings: [now],
  };
}

import { componentNames, type Components, type SpeakerRole, type Weights } from '#shared/scoring.ts';

/** Limits of a score regardless of its components. */
export interface Caps {
  role: SpeakerRole;
  solved: boolean;
  fitNone: boolean;
}

const sellerCap = 20;
const solvedCap = 40;
const fitNoneCap = 30;
/** Age in ms at which recency is 0.5; also used for sorting in SQL (docs/decisions/0010). */
export const recencyTauMs = 3 * 86_400_000;
const crowdedComments = 15;

/** 0 to 100, or null when no component is known. Zero stays zero. */
export function scoreOf(components: Components, weights: Weights, caps: Caps): number | null {
  const exact = exactScoreOf(components, weights, caps);
  return exact === null ? null : Math.round(exact);
}

/**
 * `scoreOf` before rounding, for ranking. Scores above a cap keep their order within the half point below it, so that they still
 * round to the cap.
 */
export function exactScoreOf(components: Components, weights: Weights, caps: Caps): number | null {
  const shares = sharesOf(components, weights);
  if (shares.length === 0) return null;
  const raw = shares.reduce((sum, { value, max }) => sum + value * max, 0);
  const cap = capOf(caps);
  return raw <= cap ? raw : cap - 0.49 * (1 - raw / 100);
}

/** Each known component with its maximum points; the maxima add up to 100. */
export function sharesOf(
  components: Components,
  weights: Weights,
): { name: (typeof componentNames)[number]; value: number; max: number }[] {
  const known = componentNames.flatMap((name) => {
    const value = components[name];
    return value === null || weights[name] === 0 ? [] : [{ name, value, max: weights[name] }];
  });
  const total = known.reduce((sum, { max }) => sum + max, 0);
  return known.map(({ name, value, max }) => ({ name, value, max: (100 * max) / total }));
}

/** Upper limit of the score, regardless of its components. */
export function capOf({ role, solved, fitNone }: Caps): number {
  return Math.min(role === 'seller' ? sellerCap : 100, solved ? solvedCap : 100, fitNone ? fitNoneCap : 100);
}

/** 1 for now, 0.5 after three days. Times in UTC ms. */
export function recencyOf(createdAt: number, now: number): number {
  return recencyTauMs / (recencyTauMs + Math.max(0, now - createdAt));
}

/** 1 for a thread without comments, less the more there are; null when the source doesn't report the number. */
export function saturationOf(numComments: number | null): number | null {
  return numComments === null ? null : 1 / (1 + Math.max(0, numComments) / crowdedComments);
}

import { createRandom, shuffled } from './random.ts';

/** A labeled text as a ranker sees it. */
export interface Ranked {
  campaign: string;
  /** 0 irrelevant, 1 on topic, 2 possible lead, 3 strong lead. */
  label: number;
  score: number;
  /** Whether the ranker calls it a lead. */
  isCalled: boolean;
}

/** A figure with the bounds of its 95% interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export const isGood = ({ label }: Pick<Ranked, 'label'>): boolean => label >= 2;
const resamples = 1000;

/** Best first; ties are in an order of chance that is the same in every run. */
const ranked = <T extends Ranked>(texts: readonly T[]): T[] => shuffled(texts, createRandom(1)).toSorted((a, b) => b.score - a.score);

export function averagePrecision(texts: readonly Ranked[]): number {
  const ranks = ranked(texts).flatMap((text, at) => (isGood(text) ? [at + 1] : []));
  return meanOf(ranks.map((rank, at) => (at + 1) / rank));
}

/** How many of the first five are leads. */
export const firstRight = (texts: readonly Ranked[]): number => ranked(texts).slice(0, 5).filter(isGood).length;

/** Marks the `count` best as called. */
export const callBest = (texts: readonly Ranked[], count: number): Ranked[] =>
  ranked(texts).map((text, at) => ({ ...text, isCalled: at < count }));

/** The mean of a figure over the campaigns that have leads, with an interval by drawing campaigns again (bootstrap). */
export function overCampaigns(texts: readonly Ranked[], figureOf: (own: readonly Ranked[]) => number): Estimate {
  const campaigns = [...Map.groupBy(texts, ({ campaign }) => campaign).values()].filter((own) => own.some(isGood));
  const figures = campaigns.map(figureOf);
  const random = createRandom(2);
  const drawn = Array.from({ length: resamples }, () =>
    meanOf(figures.map(() => figures[Math.floor(random() * figures.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  const at = (share: number): number => drawn[Math.floor(share * (resamples - 1))] ?? 0;
  return { value: meanOf(figures), low: at(0.025), high: at(0.975) };
}

/** The mean distance between scores and shares of leads, over ten ranges of scores, weighted by the texts in each. */
export function calibrationError(texts: readonly Ranked[]): number {
  const ranges = Map.groupBy(texts, ({ score }) => Math.min(9, Math.floor(score / 10)));
  const distances = [...ranges.values()].map(
    (own) => own.length * Math.abs(meanOf(own.map(({ score }) => score / 100)) - own.filter(isGood).length / own.length),
  );
  return distances.reduce((sum, distance) => sum + distance, 0) / texts.length;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

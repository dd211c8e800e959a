import type { Dashboard } from '#shared/dashboard.ts';

export interface TrendFigures {
  leads: number;
  answered: number;
  /** 0 to 1 over all campaigns; null when nothing has been judged. */
  right: number | null;
  judged: number;
}

/** What the thirty days and the judgements of all campaigns add up to. */
export function trendFigures({ trend, campaigns }: Pick<Dashboard, 'trend' | 'campaigns'>): TrendFigures {
  const judgedOnes = campaigns.flatMap(({ right, judged }) => (right === null ? [] : [{ right, judged }]));
  const judged = judgedOnes.reduce((sum, campaign) => sum + campaign.judged, 0);
  const right = judgedOnes.reduce((sum, campaign) => sum + campaign.right * campaign.judged, 0);
  return {
    leads: trend.reduce((sum, { leads }) => sum + leads, 0),
    answered: trend.reduce((sum, { answered }) => sum + answered, 0),
    right: judged === 0 ? null : right / judged,
    judged,
  };
}

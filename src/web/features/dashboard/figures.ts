import type { Dashboard } from '#shared/dashboard.ts';

/** Share of judgements of all campaigns that say right, 0 to 1, and of how many; null when nothing has been judged. */
export function judgedShare({ campaigns }: Pick<Dashboard, 'campaigns'>): { right: number | null; judged: number } {
  const judgedOnes = campaigns.flatMap(({ right, judged }) => (right === null ? [] : [{ right, judged }]));
  const judged = judgedOnes.reduce((sum, campaign) => sum + campaign.judged, 0);
  const right = judgedOnes.reduce((sum, campaign) => sum + campaign.right * campaign.judged, 0);
  return { right: judged === 0 ? null : right / judged, judged };
}

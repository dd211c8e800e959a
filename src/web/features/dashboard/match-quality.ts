import type { Dashboard } from '#shared/dashboard.ts';

/** Share of good matches over all campaigns, 0 to 1, and the number of ratings; null without any. */
export function matchQuality({ campaigns }: Pick<Dashboard, 'campaigns'>): { right: number | null; judged: number } {
  const judgedOnes = campaigns.flatMap(({ right, judged }) => (right === null ? [] : [{ right, judged }]));
  const judged = judgedOnes.reduce((sum, campaign) => sum + campaign.judged, 0);
  const right = judgedOnes.reduce((sum, campaign) => sum + campaign.right * campaign.judged, 0);
  return { right: judged === 0 ? null : right / judged, judged };
}

import type { Dashboard } from '#shared/dashboard.ts';

/** Share of good matches over all campaigns, 0 to 1, and the number of ratings; null without any. */
export function matchQuality({ campaigns }: Pick<Dashboard, 'campaigns'>): { right: number | null; rated: number } {
  const ratedCampaigns = campaigns.flatMap(({ right, rated }) => (right === null ? [] : [{ right, rated }]));
  const rated = ratedCampaigns.reduce((sum, campaign) => sum + campaign.rated, 0);
  const right = ratedCampaigns.reduce((sum, campaign) => sum + campaign.right * campaign.rated, 0);
  return { right: rated === 0 ? null : right / rated, rated };
}

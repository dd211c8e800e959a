import { campaignRoutes } from '#shared/campaigns.ts';
import { useApi } from '#web/lib/api.ts';

/** Id → name, for the 100 newest campaigns. */
export function useCampaignNames(): ReadonlyMap<string, string> {
  const { data } = useApi(campaignRoutes.list, { query: { limit: 100 } });
  return new Map((data?.items ?? []).map(({ id, name }) => [id, name]));
}

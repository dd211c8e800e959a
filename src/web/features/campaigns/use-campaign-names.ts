import { campaignRoutes } from '#shared/campaigns.ts';
import { useApi } from '#web/lib/api.ts';

/** The user's campaigns as options of a choice, and the name of one by its id. */
export function useCampaignNames(): { options: { value: string; label: string }[]; nameOf: (id: string) => string | undefined } {
  const { data } = useApi(campaignRoutes.list, { query: { limit: 100 } });
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { options, nameOf: (id) => options.find(({ value }) => value === id)?.label };
}

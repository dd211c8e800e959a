import { useMemo } from 'react';
import { campaignRoutes } from '#shared/campaigns.ts';
import { useApi } from '#web/lib/api.ts';

export type CampaignOption = { value: string; label: string };

/** The user's campaigns as select options, and a lookup of names by id. */
export function useCampaignNames(): { options: CampaignOption[]; nameOf: (id: string) => string | undefined } {
  const { data } = useApi(campaignRoutes.list, { query: { limit: 100 } });
  return useMemo(() => {
    const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
    return { options, nameOf: (id) => options.find(({ value }) => value === id)?.label };
  }, [data]);
}

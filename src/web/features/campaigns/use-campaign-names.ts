import { useMemo } from 'react';
import { campaignRoutes } from '#shared/campaigns.ts';
import { useApi } from '#web/lib/api.ts';

export type CampaignOption = { value: string; label: string };

interface CampaignNames {
  options: CampaignOption[];
  nameOf: (id: string) => string | undefined;
  /** The name to show in a row of a list, null where all rows are of one campaign. */
  rowNameOf: (id: string) => string | null;
}

/** The user's campaigns as select options, and lookups of names by id. `only`: the campaign a list is filtered by. */
export function useCampaignNames(only?: string): CampaignNames {
  const { data } = useApi(campaignRoutes.list, { query: { limit: 100 } });
  return useMemo(() => {
    const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
    const nameOf = (id: string) => options.find(({ value }) => value === id)?.label;
    const isOne = only !== undefined || options.length < 2;
    return { options, nameOf, rowNameOf: (id) => (isOne ? null : (nameOf(id) ?? null)) };
  }, [data, only]);
}

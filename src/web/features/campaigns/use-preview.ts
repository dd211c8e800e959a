import useSWR, { type SWRResponse } from 'swr';
import { campaignRoutes, type CampaignInput, type CampaignUpdate, type Preview } from '#shared/campaigns.ts';
import { call, type ApiError } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/debounced.ts';

/** What decides about matches; a new name or schedule is no reason to ask again. */
const deciding = [
  'description',
  'offering',
  'idealCustomer',
  'painPoints',
  'exclusions',
  'regions',
  'priceRange',
  'rules',
  'excludes',
  'subreddits',
  'searchEverywhere',
  'includeComments',
  'languages',
  'postFloor',
  'leadThreshold',
  'weights',
] as const;

export const previewBody = (input: CampaignInput): CampaignUpdate => Object.fromEntries(deciding.map((name) => [name, input[name]]));

interface Options {
  delay?: number;
  /** False while it is not known whether the server takes these rules. */
  isReady?: boolean;
}

/** What a campaign would have found among the stored items, a moment after the last change. */
export function usePreview(
  input: CampaignInput,
  { delay = 500, isReady = true }: Options = {},
): SWRResponse<Preview, ApiError> & { isSettling: boolean } {
  const wanted = JSON.stringify(previewBody(input));
  const settled = useDebounced(wanted, delay);
  const isSettled = isReady && wanted === settled;
  const answer = useSWR<Preview, ApiError>(
    isSettled ? ['preview', settled] : null,
    () => call(campaignRoutes.preview, { body: JSON.parse(settled) as CampaignUpdate }),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      revalidateIfStale: false,
    },
  );
  return { ...answer, isSettling: !isSettled || answer.isValidating };
}

import useSWR, { type SWRResponse } from 'swr';
import { type CampaignInput, campaignRoutes, type CampaignUpdate, type Preview } from '#shared/campaigns.ts';
import { type RuleError, ruleRoutes } from '#shared/rules.ts';
import { type ApiError, call } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { useCan } from '#web/lib/session.tsx';

/** The fields that affect matching; a new name or schedule triggers no new dry run. */
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
  'streams',
  'languages',
  'postFloor',
  'leadThreshold',
  'leadsPerDay',
  'weights',
] as const;

export const previewBody = (input: CampaignInput): CampaignUpdate => Object.fromEntries(deciding.map((name) => [name, input[name]]));

interface Options {
  delay?: number;
  /** False until the server has checked these rules. */
  isReady?: boolean;
}

/** Dry run over the stored items, debounced; none where nothing may be changed. */
export function usePreview(
  input: CampaignInput,
  { delay = 500, isReady = true }: Options = {},
): SWRResponse<Preview, ApiError> & { isSettling: boolean } {
  const wanted = JSON.stringify(previewBody(input));
  const settled = useDebounced(wanted, delay);
  const { work } = useCan();
  const isSettled = work && isReady && wanted === settled;
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

const noErrors: RuleError[] = [];

interface RuleCheck {
  mistakes: RuleError[];
  /** False while the errors may belong to an earlier text. */
  isChecked: boolean;
}

/** Checks the rules on the server, debounced. */
export function useRuleCheck(text: string): RuleCheck {
  const settled = useDebounced(text, 250);
  const { data, isValidating } = useSWR(
    settled.trim() === '' ? null : ['check rules', settled],
    () => call(ruleRoutes.check, { body: { text: settled } }),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
    },
  );
  return {
    mistakes: settled.trim() === '' ? noErrors : (data?.errors ?? noErrors),
    isChecked: settled === text && !isValidating,
  };
}

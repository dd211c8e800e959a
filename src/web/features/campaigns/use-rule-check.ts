import useSWR from 'swr';
import { ruleRoutes, type RuleError } from '#shared/campaigns.ts';
import { call } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/debounced.ts';

const noErrors: RuleError[] = [];

/** The mistakes in rules, one a line, a moment after the typing has stopped. */
export function useRuleCheck(text: string): RuleError[] {
  const settled = useDebounced(text, 250);
  const { data } = useSWR(
    settled.trim() === '' ? null : ['check rules', settled],
    () => call(ruleRoutes.check, { body: { text: settled } }),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
    },
  );
  return settled.trim() === '' ? noErrors : (data?.errors ?? noErrors);
}

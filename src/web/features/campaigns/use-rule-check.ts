import useSWR from 'swr';
import { ruleRoutes, type RuleError } from '#shared/campaigns.ts';
import { call } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/debounced.ts';

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

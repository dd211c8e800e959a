import useSWR from 'swr';
import { ruleRoutes, type RuleError } from '#shared/campaigns.ts';
import { call } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/debounced.ts';

const noErrors: RuleError[] = [];

interface RuleCheck {
  mistakes: RuleError[];
  /** False while the mistakes may be those of an earlier text. */
  isChecked: boolean;
}

/** The mistakes in rules, one a line, a moment after the typing has stopped. */
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

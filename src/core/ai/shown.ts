import type { Spend as ShownSpend } from '#shared/ai.ts';
import type { Spend } from './ledger/spend-queries.ts';

/** Without a price for any of its calls the cost is unknown, which is not nothing. */
export const shown = ({ calls, tokensIn, tokensOut, cost, unpriced }: Spend): ShownSpend => ({
  calls,
  tokens: tokensIn + tokensOut,
  cost: calls > 0 && unpriced === calls ? null : cost,
});

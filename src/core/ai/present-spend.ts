import type { Spend as ShownSpend } from '#shared/ai.ts';
import type { Spend } from './ledger/spend-queries.ts';

/** If no call has a price, the cost is unknown (null) rather than zero. */
export const presentSpend = ({ calls, tokensIn, tokensOut, cost, unpriced }: Spend): ShownSpend => ({
  calls,
  tokens: tokensIn + tokensOut,
  cost: calls > 0 && unpriced === calls ? null : cost,
});

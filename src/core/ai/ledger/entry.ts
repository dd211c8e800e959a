import type { AiPurpose } from '#shared/ai.ts';
import type { FailureKind } from '../provider.ts';

/** For whom: ids as the contract spells them; null for the instance itself. */
export interface Spender {
  userId: string | null;
  campaignId: string | null;
  leadId?: string | null;
}

export interface LedgerEntry extends Required<Spender> {
  /** UTC ms. */
  at: number;
  /** UTC day since 1970. */
  day: number;
  provider: string;
  model: string;
  purpose: AiPurpose;
  tokensIn: number;
  tokensOut: number;
  /** In the currency of the configured prices; null without a price. */
  cost: number | null;
  /** Posts and comments that the call was about. */
  items: number;
  /** Empty, or the kind of failure. */
  failure: FailureKind | 'canceled' | '';
}

const dayMs = 86_400_000;
export const dayOf = (time: number): number => Math.floor(time / dayMs);
/** UTC ms at which the day after this time begins. */
export const nextDay = (time: number): number => (dayOf(time) + 1) * dayMs;

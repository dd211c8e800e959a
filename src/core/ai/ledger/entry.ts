import type { AiPurpose } from '#shared/ai.ts';
import type { FailureKind } from '../provider.ts';

/** Who and what a call was made for. IDs as in the API; null for the instance itself. */
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
  /** In the currency of the configured prices; null if the model has no price. */
  cost: number | null;
  /** Number of posts and comments in the call. */
  items: number;
  /** Empty if the call succeeded. */
  failure: FailureKind | 'canceled' | '';
}

const dayMs = 86_400_000;
export const dayOf = (time: number): number => Math.floor(time / dayMs);
/** Start of the next UTC day, in UTC ms. */
export const nextDay = (time: number): number => (dayOf(time) + 1) * dayMs;

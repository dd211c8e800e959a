import type { AiPurpose } from '#shared/ai.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import type { FailureKind } from '../provider.ts';

/** The campaign and lead of a call if they still exist, so that a ledger entry may refer to them. */
interface LedgerSubjects {
  campaignId: number | null;
  leadId: number | null;
}

/** What the ledger needs from the room that owns campaigns and leads. Maps are keyed by the ID as a string. */
export interface SubjectReader {
  findExisting: (trx: Trx, spender: Pick<Spender, 'campaignId' | 'leadId'>) => Promise<LedgerSubjects>;
  readCampaignNames: (ids: readonly number[]) => Promise<Map<string, string>>;
  readLeadNames: (ids: readonly number[]) => Promise<Map<string, string>>;
  /** Number of leads that each campaign found in this time (UTC ms; `to` is exclusive). */
  countLeads: (campaignIds: readonly number[], range: { from: number; to: number }) => Promise<Map<string, number>>;
}

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

import type { Trx } from '#core/platform/db/connect.ts';
import type { Spender } from './entry.ts';

/** The campaign and lead of a call if they still exist, so that a ledger entry may refer to them. */
export interface LedgerSubjects {
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

import type { Trx } from '#core/platform/db/connect.ts';
import type { Spender } from './entry.ts';

/** What a call was made for, as it still exists: ids that a ledger entry may refer to. */
export interface LedgerSubjects {
  campaignId: number | null;
  leadId: number | null;
}

/** What the ledger asks of the room that owns campaigns and leads. Ids and names by id as text. */
export interface SubjectReader {
  findExisting: (trx: Trx, spender: Pick<Spender, 'campaignId' | 'leadId'>) => Promise<LedgerSubjects>;
  readCampaignNames: (ids: readonly number[]) => Promise<Map<string, string>>;
  readLeadNames: (ids: readonly number[]) => Promise<Map<string, string>>;
  /** How many leads each campaign found between these times (UTC ms; `to` is outside). */
  countLeads: (campaignIds: readonly number[], range: { from: number; to: number }) => Promise<Map<string, number>>;
}

import type { SubjectReader } from '#core/ai/ledger/entry.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';

interface Range {
  /** UTC ms; `to` is exclusive. */
  from: number;
  to: number;
}

/** The campaign and lead ids of a model call, where they still exist. */
export async function findExisting(
  trx: Trx,
  { campaignId, leadId }: { campaignId: string | null; leadId?: string | null },
): Promise<{ campaignId: number | null; leadId: number | null }> {
  const campaign =
    campaignId === null
      ? undefined
      : await trx('campaigns')
          .where({ id: Number(campaignId) })
          .first('id');
  const lead =
    leadId == null
      ? undefined
      : await trx('leads')
          .where({ id: Number(leadId) })
          .first('id');
  return { campaignId: campaign?.id ?? null, leadId: lead?.id ?? null };
}

/** Campaign id (as text) → name. */
async function readCampaignNames(db: Db, ids: readonly number[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const chunk of chunked(ids, 1)) {
    const rows = await db('campaigns').whereIn('id', chunk).select('id', 'name').limit(chunk.length);
    for (const { id, name } of rows) names.set(String(id), name);
  }
  return names;
}

/** Lead id (as text) → Reddit username. */
async function readLeadNames(db: Db, ids: readonly number[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const chunk of chunked(ids, 1)) {
    const rows = await db('leads').whereIn('id', chunk).select('id', 'reddit_username').limit(chunk.length);
    for (const { id, reddit_username } of rows) names.set(String(id), reddit_username);
  }
  return names;
}

/** Campaign id (as text) → number of leads it found; campaigns with none are missing. */
async function countLeads(db: Db, campaignIds: readonly number[], { from, to }: Range): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const chunk of chunked(campaignIds, 1)) {
    const rows = await db('leads')
      .whereIn('campaign_id', chunk)
      .where('first_seen_at', '>=', from)
      .where('first_seen_at', '<', to)
      .groupBy('campaign_id')
      .select('campaign_id')
      .count({ leads: '*' })
      .limit(chunk.length);
    for (const { campaign_id, leads } of rows) counts.set(String(campaign_id), Number(leads));
  }
  return counts;
}

/** Looks up the campaigns and leads of the ledger's model calls. */
export const openSubjects = (db: Db): SubjectReader => ({
  findExisting,
  readCampaignNames: (ids) => readCampaignNames(db, ids),
  readLeadNames: (ids) => readLeadNames(db, ids),
  countLeads: (ids, range) => countLeads(db, ids, range),
});

import type { SubjectReader } from '#core/ai/ledger/subjects.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';

interface Range {
  /** UTC ms; `to` is outside. */
  from: number;
  to: number;
}

/** Of a campaign and a lead that a model was called for, the ids of those that still exist. */
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

/** By id as text. */
async function readCampaignNames(db: Db, ids: readonly number[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const chunk of chunked(ids, 1)) {
    const rows = await db('campaigns').whereIn('id', chunk).select('id', 'name').limit(chunk.length);
    for (const { id, name } of rows) names.set(String(id), name);
  }
  return names;
}

/** Reddit usernames, by id as text. */
async function readLeadNames(db: Db, ids: readonly number[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const chunk of chunked(ids, 1)) {
    const rows = await db('leads').whereIn('id', chunk).select('id', 'reddit_username').limit(chunk.length);
    for (const { id, reddit_username } of rows) names.set(String(id), reddit_username);
  }
  return names;
}

/** How many leads each campaign found, by its id as text; without those that found none. */
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

/** What the ledger of model calls asks about campaigns and leads. */
export const openSubjects = (db: Db): SubjectReader => ({
  findExisting,
  readCampaignNames: (ids) => readCampaignNames(db, ids),
  readLeadNames: (ids) => readLeadNames(db, ids),
  countLeads: (ids, range) => countLeads(db, ids, range),
});

import type { CampaignInput } from '#shared/campaigns.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { listPausedRules } from '../learning/pause-queries.ts';
import { forgetTexts } from '#core/platform/db/text-search.ts';
import { type CampaignRow, type CampaignState, columnsOf } from './rows.ts';

/** The columns needed to score and show a campaign. */
export const campaignColumns = [
  'id',
  'user_id',
  'name',
  'mode',
  'status',
  'description',
  'website_url',
  'offering',
  'ideal_customer',
  'pain_points',
  'rules',
  'excludes',
  'subreddits',
  'search_everywhere',
  'include_comments',
  'languages',
  'schedule',
  'post_floor',
  'lead_threshold',
  'weights',
  'notify',
  'sample',
  'profile_version',
  'scored_seq',
  'max_recency_points',
  'created_at',
  'updated_at',
  'last_run_at',
  'next_run_at',
  'counted_item_id',
  'learned_revision',
  'exclusions',
  'regions',
  'price_range',
  'hacker_news',
  'feeds',
] as const satisfies readonly (keyof CampaignRow)[];

const owned = (owner: string | null) => (owner === null ? {} : { user_id: Number(owner) });

export function findCampaign(db: Db, owner: string | null, id: string): Promise<CampaignRow | undefined> {
  return db('campaigns')
    .where({ ...owned(owner), id: Number(id) })
    .first(...campaignColumns);
}

/** Newest first, starting below `beforeId`. */
export function listCampaigns(
  db: Db,
  owner: string | null,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<CampaignRow[]> {
  return db('campaigns')
    .where(owned(owner))
    .modify((campaigns) => {
      if (beforeId !== null) void campaigns.where('id', '<', beforeId);
    })
    .select(...campaignColumns)
    .orderBy('id', 'desc')
    .limit(limit);
}

export async function countCampaigns(db: Db, owner: string | null): Promise<number> {
  const row = await db('campaigns').where(owned(owner)).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

interface CountRow {
  campaign_id: number;
  n: number;
  fresh: number;
}

/** Counts and latest run of each campaign. */
export async function readStates(db: Db, rows: readonly CampaignRow[]): Promise<Map<number, Omit<CampaignState, 'running'>>> {
  const ids = rows.map((row) => row.id);
  const owners = [...new Set(rows.map((row) => row.user_id))];
  const paused = await listPausedRules(db, ids);
  const counting = (table: string, flag: string, fresh: string) =>
    db(table)
      .whereIn('user_id', owners)
      .whereIn('campaign_id', ids)
      .where(flag, 1)
      .groupBy('campaign_id')
      .select<CountRow[]>('campaign_id', db.raw('count(*) as n'), db.raw(`count(*) filter (where ${fresh}) as fresh`))
      .limit(ids.length);
  const posts = new Map((await counting('posts', 'open', 'false')).map((row) => [row.campaign_id, row]));
  const leads = new Map((await counting('leads', 'active', `stage = 'new'`)).map((row) => [row.campaign_id, row]));
  return new Map(
    ids.map((id) => [
      id,
      {
        pausedRules: [...(paused.get(id)?.keys() ?? [])],
        counts: { posts: posts.get(id)?.n ?? 0, leads: leads.get(id)?.n ?? 0, newLeads: leads.get(id)?.fresh ?? 0 },
      },
    ]),
  );
}

export interface NewCampaign {
  userId: number;
  input: CampaignInput;
  sample: boolean;
  now: number;
}

export async function insertCampaign(trx: Trx, { userId, input, sample, now }: NewCampaign): Promise<number> {
  const [made] = await trx('campaigns')
    .insert({
      ...columnsOf(input),
      user_id: userId,
      sample: sample ? 1 : 0,
      created_at: now,
      updated_at: now,
      next_run_at: input.status === 'active' && !sample ? now : null,
    })
    .returning('id');
  return made?.id ?? 0;
}

export async function updateCampaign(trx: Trx, row: CampaignRow, change: Partial<CampaignRow>): Promise<void> {
  await trx('campaigns').where({ id: row.id, user_id: row.user_id }).update(change);
}

/** Also deletes its posts, leads, runs, and the items imported only for it. */
export async function deleteCampaign(trx: Trx, row: CampaignRow): Promise<void> {
  await trx('campaigns').where({ id: row.id, user_id: row.user_id }).delete();
  const scope = `campaign:${row.id}`;
  await forgetTexts(trx, await trx('items').where({ scope }).limit(1_000_000).pluck<number[]>('id'));
  await trx('items').where({ scope }).delete();
}

/** Rules of the user's other campaigns, as stored JSON. */
export const listOtherRules = (trx: Trx, userId: number, exceptId: number | null): Promise<string[]> =>
  trx('campaigns')
    .where({ user_id: userId })
    .whereNot('id', exceptId ?? 0)
    .limit(100_000)
    .pluck<string[]>('rules');

/** Length of the stored rules of all other users. JSON adds a few characters per rule to the text itself. */
export async function sumOthersRules(trx: Trx, userId: number): Promise<number> {
  const row = await trx('campaigns').whereNot('user_id', userId).first<{ n: number | null }>(trx.raw('sum(length(rules)) as n'));
  return row?.n ?? 0;
}

/** The given campaigns, or all of a user's, ordered by id. */
export const listCampaignsBy = (
  db: Db,
  by: Partial<Pick<CampaignRow, 'id' | 'user_id' | 'sample' | 'status'>>,
  limit: number,
): Promise<CampaignRow[]> =>
  db('campaigns')
    .where(by)
    .select(...campaignColumns)
    .orderBy('id')
    .limit(limit);

export async function listCampaignRows(db: Db, ids: readonly number[]): Promise<CampaignRow[]> {
  const found: CampaignRow[] = [];
  for (const chunk of chunked([...new Set(ids)], 1))
    found.push(
      ...(await db('campaigns')
        .whereIn('id', chunk)
        .select(...campaignColumns)
        .limit(chunk.length)),
    );
  return found;
}

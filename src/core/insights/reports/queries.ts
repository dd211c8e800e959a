import type { Merge } from '#core/accounts/user-data.ts';
import type { Move } from '#core/inbox/campaigns/move-queries.ts';
import { isRepeated } from '#core/inbox/leads/person-queries.ts';
import type { ItemsRow, LeadsRow, PostsRow } from '#core/inbox/tables.ts';
import type { UserRow } from '#core/accounts/queries.ts';
import { isCurrent } from '#core/accounts/security-stamp.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { Brand, SharedReport } from '#shared/reports.ts';
import type { Stretch } from '../analytics/queries.ts';
import type { SharedReportsRow } from '../tables.ts';

/** A report with the name of its campaign. */
export type SharedReportRow = Omit<SharedReportsRow, 'token_hash'> & { campaign: SharedReport['campaign'] } & Pick<
    UserRow,
    'disabled' | 'security_stamp'
  >;

const columns = [
  'id',
  'user_id',
  'campaign_id',
  'from_day',
  'to_day',
  'zone',
  'competitor_ids',
  'created_at',
  'expires_at',
  'schedule_id',
] as const;

/** Only those whose links work. */
const selectWorking = (db: Db | Trx, now: number) =>
  db('shared_reports as r')
    .join('users', 'users.id', 'r.user_id')
    .leftJoin('campaigns', 'campaigns.id', 'r.campaign_id')
    .where('r.expires_at', '>', now)
    .select<SharedReportRow[]>([...columns, 'last_opened_at', 'stamp'].map((column) => `r.${column}`))
    .select({ campaign: 'campaigns.name' }, 'users.disabled', 'users.security_stamp');

export async function findReport(db: Db, hash: string, now: number): Promise<SharedReportRow | undefined> {
  const [row] = await selectWorking(db, now).where('r.token_hash', hash).limit(1);
  return row && isCurrent(row, row.stamp) ? row : undefined;
}

/** Newest first. */
export async function listReports(db: Db | Trx, userId: number, now: number): Promise<SharedReportRow[]> {
  const rows = await selectWorking(db, now).where('r.user_id', userId).orderBy('r.id', 'desc').limit(1000);
  return rows.filter((row) => isCurrent(row, row.stamp));
}

export async function insertReport(trx: Trx, row: Omit<SharedReportsRow, 'id' | 'last_opened_at'>): Promise<number> {
  const [made] = await trx('shared_reports').insert(row).returning('id');
  if (!made) throw new Error('The database gave a new report no id');
  return made.id;
}

/** Those whose links have ended. */
export const forgetEnded = (trx: Trx, { userId, stamp, now }: { userId: number; stamp: number; now: number }): Promise<number> =>
  trx('shared_reports')
    .where({ user_id: userId })
    .where((ended) => ended.where('expires_at', '<=', now).orWhereNot({ stamp }))
    .delete();

/** `userId` null: of anyone. Returns how many there were. */
export const deleteReport = (db: Db, userId: number | null, id: string): Promise<number> =>
  db('shared_reports')
    .where({ id: Number(id), ...(userId === null ? {} : { user_id: userId }) })
    .delete();

export async function noteOpened(db: Db, id: number, now: number): Promise<void> {
  await db('shared_reports').where({ id }).update({ last_opened_at: now });
}

/** For a rotation of the account's stamp that reports outlive. */
export async function keepReports(trx: Trx, those: Pick<SharedReportsRow, 'user_id' | 'stamp'>, stamp: number): Promise<void> {
  await trx('shared_reports').where(those).update({ stamp });
}

/** Daily figures move with a campaign; its shared reports and their schedules end, and so do mentions in what was imported for it. */
export async function moveFigures(trx: Trx, { campaignId, from, to }: Move): Promise<void> {
  await trx('campaign_days').where({ campaign_id: campaignId }).update({ user_id: to });
  await trx('report_schedules').where({ campaign_id: campaignId }).delete();
  await trx('shared_reports').where({ campaign_id: campaignId }).delete();
  const own = trx('items')
    .where({ scope: `campaign:${campaignId}` })
    .select('id');
  await trx('competitor_mentions').where({ user_id: from }).whereIn('item_id', own).delete();
}

const plain: Brand = { name: '', accent: 'Teal', logo: null };
export const getBrand = async (db: Db, userId: number): Promise<Brand> =>
  (await db('report_brands').where({ user_id: userId }).first('name', 'accent', 'logo')) ?? plain;
export async function putBrand(trx: Trx, userId: number, brand: Brand): Promise<void> {
  await trx('report_brands')
    .insert({ user_id: userId, ...brand })
    .onConflict('user_id')
    .merge();
}

export type BestLead = Pick<LeadsRow, 'reddit_username'> &
  Pick<PostsRow, 'reason' | 'created_at'> &
  Pick<ItemsRow, 'kind' | 'title' | 'body' | 'subreddit' | 'permalink'>;

/** The leads first seen in this time with the highest scores, each person once, and each with its best post that is still there. */
export async function listBestLeads(
  db: Db,
  { userId, campaignId, from, to, limit }: Stretch & { campaignId: number | null; limit: number },
): Promise<BestLead[]> {
  const best = `(select posts.id from posts join items on items.id = posts.item_id
    where posts.lead_id = leads.id and posts.status = 'lead' and posts.open = 1 and items.gone is null
    order by posts.static_points desc, posts.id limit 1)`;
  const chosen = db('leads')
    .where('leads.user_id', userId)
    .where('leads.active', 1)
    .where('leads.first_seen_at', '>=', from)
    .where('leads.first_seen_at', '<', to)
    .modify((leads) => {
      if (campaignId === null) void leads.whereRaw(`not (${isRepeated(userId)})`);
      else void leads.where('leads.campaign_id', campaignId);
    })
    .whereRaw(`exists ${best}`)
    .orderBy([
      { column: 'leads.static_points', order: 'desc' },
      { column: 'leads.id', order: 'desc' },
    ])
    .select('leads.id')
    .limit(limit);
  return db('leads')
    .with('chosen', chosen)
    .join('chosen', 'chosen.id', 'leads.id')
    .join('posts', 'posts.id', db.raw(best))
    .join('items', 'items.id', 'posts.item_id')
    .select<BestLead[]>('leads.reddit_username', 'posts.reason', 'posts.created_at')
    .select('items.kind', 'items.title', 'items.body', 'items.subreddit', 'items.permalink')
    .orderBy([
      { column: 'leads.static_points', order: 'desc' },
      { column: 'leads.id', order: 'desc' },
    ])
    .limit(limit);
}

/** Two accounts of one person: competitors that the other doesn't have, with their mentions. Links of reports end. */
export async function mergeCompetitors(trx: Trx, { from, to }: Merge): Promise<void> {
  const known = await trx('competitors').where({ user_id: to }).pluck<string[]>('name_key').limit(10_000);
  const moved = await trx('competitors').where({ user_id: from }).whereNotIn('name_key', known).pluck<number[]>('id').limit(10_000);
  for (const id of moved) {
    await trx('competitor_mentions').where({ competitor_id: id }).update({ user_id: to });
    await trx('competitors').where({ id }).update({ user_id: to });
  }
  await trx('shared_reports').where({ user_id: from }).delete();
}

import type { CampaignInput } from '#shared/campaigns.ts';
import { fetchedKinds, streamKinds } from '#shared/sources.ts';
import { ownedBy } from '#core/platform/actor.ts';
import { type Db, type Trx, type Subquery, chunked } from '#core/platform/db/connect.ts';
import type { Stream } from '#core/reddit/stream.ts';
import { forgetTexts } from '#core/platform/db/text-search.ts';
import { listPausedRules } from '../learning/queries.ts';
import { type CampaignRow, type CampaignState, columnsOf } from './rows.ts';

/** Number of campaigns that count towards a plan; samples don't. */
export async function countCampaignsOf(db: Db | Trx, userIds: readonly number[], { active }: { active: boolean }): Promise<number> {
  const row = await db('campaigns')
    .whereIn('user_id', userIds)
    .where({ sample: 0, ...(active ? { status: 'active' as const } : {}) })
    .count<{ n: number }>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

/** Pauses these users' newest active campaigns beyond the limit, and returns how many. */
export async function pauseCampaignsBeyond(
  trx: Trx,
  userIds: readonly number[],
  { limit, now }: { limit: number; now: number },
): Promise<number> {
  const ids = await trx('campaigns')
    .whereIn('user_id', userIds)
    .where({ sample: 0, status: 'active' })
    .orderBy('id')
    .offset(limit)
    .limit(100_000)
    .pluck<number[]>('id');
  for (const id of ids) await trx('campaigns').where({ id }).update({ status: 'paused', updated_at: now });
  return ids.length;
}

const maxAtOnce = 500;
/** Names in a list of streams can't look like a kind, because JSON escapes their quotation marks. */
const kindsElsewhere = streamKinds.filter(({ source }) => source !== 'reddit');

interface At {
  now: number;
  /** Subquery: open runs of the campaign in the outer statement. */
  openRuns: Subquery;
  /** Milliseconds between runs, by schedule. */
  periods: Readonly<Record<CampaignRow['schedule'], number>>;
}

/** Active campaigns of enabled owners that are due for a run. */
const due = (db: Db, { now, openRuns, periods }: At) =>
  db('campaigns')
    .where({ status: 'active', sample: 0 })
    .where((turn) => {
      void turn.where('next_run_at', '<=', now);
      // No run is scheduled this far ahead: the clock must have gone back since.
      for (const [schedule, period] of Object.entries(periods))
        void turn.orWhere((late) => late.where({ schedule: schedule as CampaignRow['schedule'] }).where('next_run_at', '>', now + period));
    })
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .whereNotExists(openRuns);

export const listDueOwners = (db: Db, at: At): Promise<number[]> =>
  due(db, at).distinct().orderBy('user_id').limit(maxAtOnce).pluck<number[]>('user_id');

/** `onlyElsewhere`: only those that monitor something outside Reddit. */
export const listDueCampaigns = (db: Db, owners: readonly number[], at: At & { onlyElsewhere: boolean }): Promise<CampaignRow[]> =>
  due(db, at)
    .whereIn('user_id', owners)
    .modify((campaigns) => {
      if (at.onlyElsewhere)
        void campaigns.where((other) => {
          for (const { kind } of kindsElsewhere) void other.orWhere('streams', 'like', `%"kind":"${kind}"%`);
        });
    })
    .select('*')
    .orderBy('next_run_at')
    .limit(maxAtOnce);

/** Versions of the active campaigns of enabled owners that monitor a kind of stream. */
export const listMonitoring = (db: Db, kind: string): Promise<Pick<CampaignRow, 'id' | 'profile_version' | 'updated_at'>[]> =>
  db('campaigns')
    .where({ status: 'active', sample: 0 })
    .where('streams', 'like', `%"kind":"${kind}"%`)
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .select('id', 'profile_version', 'updated_at')
    .orderBy('id')
    .limit(100_000);

/** Live streams that active campaigns monitor. */
export async function listLive(db: Db): Promise<Stream[]> {
  const live: Stream[] = [];
  for (const { kind, of } of fetchedKinds)
    if (of.isLive && (await listMonitoring(db, of.kind)).length > 0) live.push({ kind, name: of.only ?? '' });
  return live;
}

/** Sets when the campaign last ran and, if given, when it runs next. */
export async function noteRun(trx: Trx, campaignId: number, times: { last_run_at: number; next_run_at?: number }): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update(times);
}

/** Makes the next run of those of these campaigns that are active due now. */
export async function dueNow(trx: Trx, campaignIds: readonly number[], now: number): Promise<void> {
  await trx('campaigns').whereIn('id', campaignIds).where({ status: 'active', sample: 0 }).update({ next_run_at: now });
}

/** Makes the next run of all of a user's active campaigns due now. */
export async function advanceRuns(db: Db, userId: number, now: number): Promise<void> {
  await db('campaigns').where({ user_id: userId, status: 'active', sample: 0 }).where('next_run_at', '>', now).update({ next_run_at: now });
}

export async function pauseCampaign(trx: Trx, campaignId: number, now: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ status: 'paused', updated_at: now });
}

export function findCampaign(db: Db, owner: string | null, id: string): Promise<CampaignRow | undefined> {
  return db('campaigns')
    .where({ ...ownedBy(owner), id: Number(id) })
    .first();
}

/** Newest first, starting below `beforeId`. */
export function listCampaigns(
  db: Db,
  owner: string | null,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<CampaignRow[]> {
  return db('campaigns')
    .where(ownedBy(owner))
    .modify((campaigns) => {
      if (beforeId !== null) void campaigns.where('id', '<', beforeId);
    })
    .select('*')
    .orderBy('id', 'desc')
    .limit(limit);
}

export async function countCampaigns(db: Db, owner: string | null): Promise<number> {
  const row = await db('campaigns').where(ownedBy(owner)).count<{ n: number }>({ n: '*' }).first();
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
): Promise<CampaignRow[]> => db('campaigns').where(by).select('*').orderBy('id').limit(limit);

export async function listCampaignRows(db: Db, ids: readonly number[]): Promise<CampaignRow[]> {
  const found: CampaignRow[] = [];
  for (const chunk of chunked([...new Set(ids)], 1))
    found.push(...(await db('campaigns').whereIn('id', chunk).select('*').limit(chunk.length)));
  return found;
}

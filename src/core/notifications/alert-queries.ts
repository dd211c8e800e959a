import type { Db } from '#core/platform/db/connect.ts';

export const findActiveCampaign = (db: Db, id: number): Promise<{ user_id: number; name: string } | undefined> =>
  db('campaigns').where({ id, status: 'active' }).first('user_id', 'name');

/** The first runs that failed since the last successful one, oldest first. */
export async function listFailedRuns(db: Db, campaignId: number, limit: number): Promise<{ id: number; error: string | null }[]> {
  const ended = db('runs').where({ campaign_id: campaignId }).whereNotNull('finished_at');
  const worked = await ended.clone().whereNot({ state: 'failed' }).max<{ id: number | null }>({ id: 'id' }).first();
  return ended
    .clone()
    .where('id', '>', worked?.id ?? 0)
    .orderBy('id')
    .select('id', 'error')
    .limit(limit);
}

export interface Disconnected {
  id: number;
  user_id: number;
  username: string;
  connected_at: number;
}

/** Reddit accounts that must be connected again because Reddit no longer accepts them. */
export const listDisconnected = (db: Db): Promise<Disconnected[]> =>
  db('reddit_accounts').where({ needs_reconnect: 1 }).select('id', 'user_id', 'username', 'connected_at').limit(10_000);

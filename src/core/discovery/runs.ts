import type { Run } from '#shared/campaigns.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';

export interface NewRun {
  campaignId: number;
  userId: number;
  source: string;
  now: number;
}

export async function insertRun(trx: Trx, { campaignId, userId, source, now }: NewRun): Promise<number> {
  const [id] = await trx('runs').insert({ campaign_id: campaignId, user_id: userId, source, started_at: now, state: 'running' });
  return id ?? 0;
}

/** When the campaign last ran, as its list shows. */
export async function noteRun(trx: Trx, campaignId: number, now: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ last_run_at: now });
}

export async function pauseCampaign(trx: Trx, campaignId: number, now: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ status: 'paused', updated_at: now });
}

export async function findRunning(db: Db, campaignId: number): Promise<number | null> {
  const row = await db('runs').where({ campaign_id: campaignId, state: 'running' }).first<{ id: number } | undefined>('id');
  return row?.id ?? null;
}

export interface RunResult {
  state: Run['state'];
  counts: Run['counts'];
  filtered: Run['filtered'];
  perSubreddit: Run['perSubreddit'];
  error: string | null;
}

/** Progress while it runs, or the end where `finishedAt` (UTC ms) is given. A run whose campaign was deleted is gone too. */
export async function saveRun(db: Db, id: number, result: RunResult & { finishedAt: number | null }): Promise<void> {
  await db('runs')
    .where({ id })
    .update({
      state: result.state,
      counts: JSON.stringify(result.counts),
      filtered: JSON.stringify(result.filtered),
      streams: JSON.stringify(result.perSubreddit),
      error: result.error,
      finished_at: result.finishedAt,
    });
}

const interrupted = 'Interrupted: Earshot stopped during this run. The next run starts right away.';

/** Runs that a killed process left open are failed, and their campaigns are due; those of `resumed` imports go on. Answers how many. */
export async function closeInterrupted(trx: Trx, now: number, resumed: readonly number[]): Promise<number> {
  const open = await trx('runs')
    .where({ state: 'running' })
    .whereNotIn('id', resumed)
    .select<{ id: number; campaign_id: number }[]>('id', 'campaign_id')
    .limit(10_000);
  const ids = open.map(({ id }) => id);
  await trx('runs').whereIn('id', ids).update({ state: 'failed', error: interrupted, finished_at: now });
  await trx('campaigns')
    .whereIn(
      'id',
      open.map(({ campaign_id }) => campaign_id),
    )
    .where({ status: 'active', sample: 0 })
    .update({ next_run_at: now });
  return open.length;
}

export interface OpenRunRow {
  id: number;
  campaignId: number;
  userId: number;
  source: string;
  /** Empty before the first progress. */
  counts: Partial<Run['counts']>;
  filtered: Run['filtered'];
}

/** Those of these runs that have not ended. */
export async function listOpenRuns(db: Db, ids: readonly number[]): Promise<OpenRunRow[]> {
  const rows = await db('runs')
    .whereIn('id', ids)
    .where({ state: 'running' })
    .select('id', 'campaign_id', 'user_id', 'source', 'counts', 'filtered')
    .orderBy('id')
    .limit(ids.length);
  return rows.map(({ id, campaign_id, user_id, source, counts, filtered }) => ({
    id,
    campaignId: campaign_id,
    userId: user_id,
    source,
    counts: JSON.parse(counts) as Partial<Run['counts']>,
    filtered: JSON.parse(filtered) as Run['filtered'],
  }));
}

import { isoTime } from '#core/platform/clock.ts';
import type { Run } from '#shared/campaigns.ts';
import { dueNow } from '#core/inbox/campaigns/queries.ts';
import { type Db, type Subquery, type Trx, chunked } from '#core/platform/db/connect.ts';
import { countRows, insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import { readTally, storedTally, type Tally } from './tally.ts';
import type { RunsRow, FetchHoursRow } from '../tables.ts';

interface NewRun {
  campaignId: number;
  userId: number;
  source: string;
  now: number;
  /** The server that works on it; null where there is only one, and for commands. */
  server: number | null;
}

export async function insertRun(trx: Trx, { campaignId, userId, source, now, server }: NewRun): Promise<number> {
  const [made] = await trx('runs')
    .insert({ campaign_id: campaignId, user_id: userId, source, started_at: now, state: 'running', server })
    .returning('id');
  return made?.id ?? 0;
}

export async function findRunning(db: Db, campaignId: number): Promise<number | null> {
  const row = await db('runs').where({ campaign_id: campaignId, state: 'running' }).first('id');
  return row?.id ?? null;
}

export interface RunResult {
  state: Run['state'];
  counts: Run['counts'];
  filtered: Run['filtered'];
  perSubreddit: Run['perSubreddit'];
  error: string | null;
}

export interface SavedRun extends RunResult {
  /** UTC ms; null while it goes on. */
  finishedAt: number | null;
  /** Who worked on it. */
  server: number | null;
}

/** Does nothing when the campaign, and so the run, was deleted, or another server has taken the run over. */
export async function saveRun(db: Db, id: number, result: SavedRun): Promise<void> {
  await db('runs')
    .where({ id, server: result.server })
    .update({
      state: result.state,
      counts: JSON.stringify(result.counts),
      filtered: JSON.stringify(result.filtered),
      streams: JSON.stringify(result.perSubreddit),
      error: result.error,
      finished_at: result.finishedAt,
    });
}

/** Keeps what this server scored for the open runs of other servers. */
export async function leaveTallies(trx: Trx, tallies: readonly Tally[], server: number): Promise<void> {
  const runs = await trx('runs')
    .whereIn(
      'campaign_id',
      tallies.map(({ campaignId }) => campaignId),
    )
    .where({ state: 'running' })
    .whereNot({ server })
    .select('id', 'campaign_id')
    .limit(10_000);
  const rows = runs.flatMap(({ id, campaign_id }) =>
    tallies.filter(({ campaignId }) => campaignId === campaign_id).map((tally) => ({ run_id: id, tally: storedTally(tally) })),
  );
  if (rows.length > 0) await trx('run_tallies').insert(rows);
}

/** What other servers scored for a run since the last call. */
export async function takeTallies(db: Db, runId: number): Promise<Tally[]> {
  const rows = await db('run_tallies').where({ run_id: runId }).delete().returning('tally');
  return rows.map(({ tally }) => readTally(tally));
}

/** Which of these campaigns are being fetched right now. */
export const listRunning = (db: Db, campaignIds: readonly number[]): Promise<number[]> =>
  db('runs')
    .whereIn('campaign_id', campaignIds)
    .where({ state: 'running' })
    .distinct()
    .limit(campaignIds.length)
    .pluck<number[]>('campaign_id');

/** Whether a run that fetches from Reddit is open for the campaign. */
export async function isFetching(db: Db, campaignId: number): Promise<boolean> {
  const row = await db('runs').where({ campaign_id: campaignId, state: 'running' }).whereNot({ source: 'import' }).first('id');
  return row !== undefined;
}

/** Subquery: open runs of the campaign in the outer statement. */
export const selectOpenRuns = (db: Db): Subquery =>
  db('runs').select('id').whereRaw('runs.campaign_id = campaigns.id').where('runs.state', 'running');

export const noCounts: Run['counts'] = { heard: 0, new: 0, filtered: 0, matched: 0, posts: 0, leads: 0 };

function runOf(row: RunsRow): Run {
  return {
    id: String(row.id),
    campaignId: String(row.campaign_id),
    source: row.source,
    startedAt: isoTime(row.started_at),
    finishedAt: isoTime(row.finished_at),
    state: row.state,
    counts: { ...noCounts, ...(JSON.parse(row.counts) as Partial<Run['counts']>) },
    filtered: JSON.parse(row.filtered) as Run['filtered'],
    perSubreddit: JSON.parse(row.streams) as Run['perSubreddit'],
    error: row.error,
  };
}

/** Newest first. The caller has checked that the campaign belongs to the owner. */
export async function listRuns(
  db: Db,
  campaignId: number,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<Run[]> {
  const rows = await db('runs')
    .where({ campaign_id: campaignId })
    .modify((runs) => {
      if (beforeId !== null) void runs.where('id', '<', beforeId);
    })
    .select('*')
    .orderBy('id', 'desc')
    .limit(limit);
  return rows.map(runOf);
}

export const countRuns = (db: Db, campaignId: number, limit: number): Promise<number> =>
  countRows(db, db('runs').where({ campaign_id: campaignId }).select('id'), limit);

/** Deletes up to `limit` finished runs that started before a time, and returns how many. */
export const deleteOldRuns = (trx: Trx, before: number, limit: number): Promise<number> =>
  trx('runs')
    .whereIn('id', trx('runs').select('id').where('started_at', '<', before).whereNot({ state: 'running' }).limit(limit))
    .delete();

const interrupted = 'Interrupted: Earshot stopped during this run. The next run starts right away.';

/** Work that nobody does any more. */
export interface Abandoned {
  /** The servers that are running: work of others is abandoned. Null: leave the work of servers alone. */
  running: readonly number[] | null;
  /** Work of the only server before this start, and of commands. */
  unowned: boolean;
}

/** Restricts rows with a `server` to abandoned ones. */
export const isAbandoned =
  ({ running, unowned }: Abandoned) =>
  (rows: Subquery): void => {
    if (unowned) void rows.whereNull('server');
    if (running !== null) void rows.orWhere((of) => of.whereNotNull('server').whereNotIn('server', running));
  };

interface Closing {
  now: number;
  abandoned: Abandoned;
  /** These stay open. */
  resumed: readonly number[];
}

/** Fails runs that a killed process left open and makes their campaigns due. Returns how many were closed. */
export async function closeInterrupted(trx: Trx, { now, abandoned, resumed }: Closing): Promise<number> {
  const open = await trx('runs')
    .where({ state: 'running' })
    .where(isAbandoned(abandoned))
    .whereNotIn('id', resumed)
    .select('id', 'campaign_id')
    .limit(10_000);
  const ids = open.map(({ id }) => id);
  // Without an owner, so that one that is alive after all doesn't overwrite the result.
  await trx('runs').whereIn('id', ids).update({ state: 'failed', error: interrupted, finished_at: now, server: null });
  await dueNow(
    trx,
    open.map(({ campaign_id }) => campaign_id),
    now,
  );
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

/** Which of these runs haven't ended. */
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

/** Hands open runs over to a server. */
export async function handOverRuns(trx: Trx, ids: readonly number[], server: number | null): Promise<void> {
  await trx('runs').whereIn('id', ids).where({ state: 'running' }).update({ server });
}

export type FetchHour = Pick<FetchHoursRow, 'campaign_id' | 'fetched' | 'matched' | 'subreddits'>;

export async function listHour(trx: Trx, campaignIds: readonly number[], hour: number): Promise<FetchHour[]> {
  const found: FetchHour[] = [];
  for (const ids of chunked(campaignIds, 1))
    found.push(
      ...(await trx('fetch_hours')
        .whereIn('campaign_id', ids)
        .where({ hour })
        .select('campaign_id', 'fetched', 'matched', 'subreddits')
        .limit(ids.length)),
    );
  return found;
}

export const upsertHours = (trx: Trx, rows: readonly FetchHoursRow[]): Promise<void> =>
  insertRows(trx, 'fetch_hours', {
    rows: rows.map((row) => ({ ...row })),
    onConflict: `(campaign_id, hour) ${takeNew(['fetched', 'matched', 'subreddits'])}`,
  });

const hourMs = 3_600_000;

/** Community, in lowercase → number of posts and comments that the campaign read there since then (UTC ms). */
export async function countRead(db: Db, campaignId: number, since: number): Promise<Map<string, number>> {
  const rows = await db('fetch_hours')
    .where({ campaign_id: campaignId })
    .where('hour', '>=', Math.floor(since / hourMs))
    .select('subreddits')
    .limit(1000);
  const read = new Map<string, number>();
  for (const { subreddits } of rows)
    for (const [name, [fetched]] of Object.entries(JSON.parse(subreddits) as Record<string, [number, number]>))
      read.set(name, (read.get(name) ?? 0) + fetched);
  return read;
}

import type { SourceHealth } from '#shared/source-health.ts';
import { type SourceId, sourceIds, sourceOf } from '#shared/sources.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { OutagesRow } from '../tables.ts';
import { type StreamGroup, healthOf, refusalIn } from './health.ts';

/** Streams that are monitored are tried once a day at least. */
const keptMs = 25 * hourMs;
/** Most campaigns look every few minutes or every hour. */
const recentMs = hourMs + 5 * minuteMs;

/** What reads the streams of a source, as stored with them. */
const readersOf = (source: SourceId): string[] => Object.keys(sourceOf(source).transports);

interface Latest {
  last_try_at: number | null;
  last_success_at: number | null;
}

const findLatest = (db: Db, source: SourceId): Promise<Latest | undefined> =>
  db('streams')
    .whereIn('source', readersOf(source))
    .first<Latest>(db.raw('max(last_try_at) as last_try_at'), db.raw('max(last_success_at) as last_success_at'));

type GroupRow = Pick<StreamGroup, 'state' | 'failure' | 'error'> & { streams: number; names: number; recent: number };

/** Streams tried since `since`, by how that ended; those tried since `recentSince` count as recent. */
async function listGroups(
  db: Db,
  source: SourceId,
  { since, recentSince }: { since: number; recentSince: number },
): Promise<StreamGroup[]> {
  const rows = await db('streams')
    .whereIn('source', readersOf(source))
    .where('last_try_at', '>', since)
    .groupByRaw('state, failure, error, case when last_try_at > ? then 1 else 0 end', [recentSince])
    .select<GroupRow[]>(
      'state',
      'failure',
      'error',
      db.raw('count(*) as streams'),
      db.raw('count(distinct name_key) as names'),
      db.raw('max(case when last_try_at > ? then 1 else 0 end) as recent', [recentSince]),
    )
    .limit(10_000);
  return rows.map(({ state, failure, error, streams, names, recent }) => ({
    source,
    state,
    failure,
    error,
    streams,
    names,
    isRecent: recent === 1,
  }));
}

interface SourceStates {
  groups: StreamGroup[];
  lastSuccess: Map<SourceId, number | null>;
}

/** States of streams that are monitored, and of those among them that were tried with the last ones. */
export async function readSourceStates(db: Db, now: number, wanted: readonly SourceId[] = sourceIds): Promise<SourceStates> {
  const states: SourceStates = { groups: [], lastSuccess: new Map() };
  for (const source of wanted) {
    const latest = await findLatest(db, source);
    if (!latest || latest.last_try_at === null || latest.last_try_at <= now - keptMs) continue;
    states.lastSuccess.set(source, latest.last_success_at);
    states.groups.push(...(await listGroups(db, source, { since: now - keptMs, recentSince: latest.last_try_at - recentMs })));
  }
  return states;
}

export const listOutages = (db: Db): Promise<OutagesRow[]> =>
  db('outages').select('source', 'began_at', 'notified_at').limit(sourceIds.length);

export async function insertOutage(db: Db, row: OutagesRow): Promise<void> {
  await db('outages').insert(row).onConflict('source').ignore();
}

export async function noteNotified(db: Db, source: SourceId, at: number): Promise<void> {
  await db('outages').where({ source }).update({ notified_at: at });
}

export async function deleteOutage(db: Db, source: SourceId): Promise<void> {
  await db('outages').where({ source }).delete();
}

/** Whether anything is to be fetched: without that, nobody waits for a source. */
export async function hasActiveCampaign(db: Db): Promise<boolean> {
  return (await db('campaigns').where({ status: 'active', sample: 0 }).first('id')) !== undefined;
}

/** What is wrong when Reddit, as its streams are stored, is closed to the whole instance; null when it isn't. */
export const findRefusal = async (db: Db, now: number): Promise<string | null> =>
  refusalIn((await readSourceStates(db, now, ['reddit'])).groups);

/** The sources outside Reddit that campaigns monitor, as they were read last. */
export async function readOutside(db: Db, now: number): Promise<SourceHealth[]> {
  const outside = sourceIds.filter((id) => id !== 'reddit');
  const { groups } = await readSourceStates(db, now, outside);
  return healthOf(groups, new Map(), now);
}

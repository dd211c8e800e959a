import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import { nameKeyOf, type Stream, streamKey } from '#core/reddit/stream.ts';
import type { StreamReadingsRow, StreamsRow } from '../tables.ts';

export const halfHourMs = 1_800_000;
export const stripLength = 48;
/** No reading was planned in that half hour. */
export const unplanned = -1;

const streamColumns = [
  'id',
  'source',
  'kind',
  'name_key',
  'name',
  'state',
  'last_success_at',
  'last_try_at',
  'newest_at',
  'items',
  'gap_from',
  'gap_to',
  'failure',
  'error',
  'next_try_at',
  'cursor',
  'shown_name',
] as const satisfies readonly (keyof StreamsRow)[];

/** Per statement; Knex takes milliseconds to write a longer one. */
const keysAtOnce = 1000;

/** By `streamKey`. */
export async function listStreamRows(db: Db, source: string, streams: readonly Stream[]): Promise<Map<string, StreamsRow>> {
  const found = new Map<string, StreamsRow>();
  const keys = streams.map((stream) => [source, stream.kind, nameKeyOf(stream)] as const);
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const chunk = keys.slice(start, start + keysAtOnce);
    const rows = await db('streams')
      .whereIn(['source', 'kind', 'name_key'], chunk)
      .select(...streamColumns)
      .limit(chunk.length);
    for (const row of rows) found.set(streamKey({ kind: row.kind, name: row.name_key }), row);
  }
  return found;
}

/** Stream id → its last 48 half hours, oldest first. */
export async function listStrips(db: Db, streamIds: readonly number[], now: number): Promise<Map<number, (number | null)[]>> {
  const newest = Math.floor(now / halfHourMs);
  const strips = new Map(streamIds.map((id) => [id, Array.from({ length: stripLength }, (): number | null => unplanned)]));
  for (const ids of chunked(streamIds, 1)) {
    const rows = await db('stream_readings')
      .whereIn('stream_id', ids)
      .where('half_hour', '>', newest - stripLength)
      .select('stream_id', 'half_hour', 'items', 'failed')
      .limit(ids.length * stripLength);
    for (const row of rows) {
      const at = row.half_hour - newest + stripLength - 1;
      if (at < stripLength) strips.get(row.stream_id)?.splice(at, 1, row.failed === 1 ? null : row.items);
    }
  }
  return strips;
}

export type StreamStanding = Omit<StreamsRow, 'id' | 'source' | 'kind' | 'name_key'>;
export interface StandingOf {
  stream: Stream;
  standing: StreamStanding;
}

const keyColumns = ['source', 'kind', 'name_key'] as const;
const standingColumns = streamColumns.filter((column) => column !== 'id' && !keyColumns.some((key) => key === column));

/** Stores the results of reading streams, each once. */
export async function upsertStreams(trx: Trx, source: string, standings: readonly StandingOf[]): Promise<void> {
  const rows = standings.map(({ stream, standing }) => ({ source, kind: stream.kind, name_key: nameKeyOf(stream), ...standing }));
  await insertRows(trx, 'streams', { rows, onConflict: `(${keyColumns.join(', ')}) ${takeNew(standingColumns)}` });
}

/** Adds to the half hours of streams, each once; one successful reading makes a half hour good. */
export async function addReadings(trx: Trx, readings: readonly StreamReadingsRow[]): Promise<void> {
  const failed = dialectOf(trx).least('stream_readings.failed', 'excluded.failed');
  const sums = `items = stream_readings.items + excluded.items, failed = ${failed}`;
  const rows = readings.map(({ stream_id, half_hour, items, failed: isFailed }) => ({ stream_id, half_hour, items, failed: isFailed }));
  await insertRows(trx, 'stream_readings', { rows, onConflict: `(stream_id, half_hour) do update set ${sums}` });
}

export async function deleteReadings(trx: Trx, beforeHalfHour: number): Promise<void> {
  await trx('stream_readings').where('half_hour', '<', beforeHalfHour).delete();
}

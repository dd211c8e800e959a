import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { nameKeyOf, type Stream, streamKey } from '#core/reddit/stream.ts';
import type { StreamsRow } from './tables.ts';

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

/** By `streamKey`. */
export async function listStreamRows(db: Db, source: string, streams: readonly Stream[]): Promise<Map<string, StreamsRow>> {
  const found = new Map<string, StreamsRow>();
  const keys = streams.map((stream) => [source, stream.kind, nameKeyOf(stream)] as const);
  for (const chunk of chunked(keys, 3)) {
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

/** Stores the result of reading a stream, and returns the stream's id. */
export async function upsertStream(
  trx: Trx,
  { source, stream }: { source: string; stream: Stream },
  standing: StreamStanding,
): Promise<number> {
  const key = { source, kind: stream.kind, name_key: nameKeyOf(stream) };
  await trx('streams')
    .insert({ ...key, ...standing })
    .onConflict(['source', 'kind', 'name_key'])
    .merge(standing);
  return (await trx('streams').where(key).first('id'))?.id ?? 0;
}

/** Adds to a stream's half hour; one successful reading makes it good. */
export async function addReading(trx: Trx, reading: { stream_id: number; half_hour: number; items: number; failed: 0 | 1 }): Promise<void> {
  await trx('stream_readings')
    .insert(reading)
    .onConflict(['stream_id', 'half_hour'])
    .merge({
      items: trx.raw('stream_readings.items + excluded.items'),
      failed: trx.raw(dialectOf(trx).least('stream_readings.failed', 'excluded.failed')),
    });
}

export async function deleteReadings(trx: Trx, beforeHalfHour: number): Promise<void> {
  await trx('stream_readings').where('half_hour', '<', beforeHalfHour).delete();
}

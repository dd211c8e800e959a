import { fetchedKindOf } from '#shared/sources.ts';
import { listFetchedSince } from '#core/inbox/items/queries.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import { nameKeyOf, type Stream, streamKey, type FailureKind, type Reading } from '#core/reddit/stream.ts';
import { knownSpanMs } from '#core/sources/reddit/memory.ts';
import type { Watermark } from '#core/sources/source.ts';
import type { StreamReadingsRow, StreamsRow } from '../tables.ts';
import type { CountedReading } from './open-run.ts';

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

type StreamStanding = Omit<StreamsRow, 'id' | 'source' | 'kind' | 'name_key'>;
interface StandingOf {
  stream: Stream;
  standing: StreamStanding;
}

const keyColumns = ['source', 'kind', 'name_key'] as const;
const standingColumns = streamColumns.filter((column) => column !== 'id' && !keyColumns.some((key) => key === column));

/** Stores the results of reading streams, each once. */
async function upsertStreams(trx: Trx, source: string, standings: readonly StandingOf[]): Promise<void> {
  const rows = standings.map(({ stream, standing }) => ({ source, kind: stream.kind, name_key: nameKeyOf(stream), ...standing }));
  await insertRows(trx, 'streams', { rows, onConflict: `(${keyColumns.join(', ')}) ${takeNew(standingColumns)}` });
}

/** Adds to the half hours of streams, each once; one successful reading makes a half hour good. */
async function addReadings(trx: Trx, readings: readonly StreamReadingsRow[]): Promise<void> {
  const failed = dialectOf(trx).least('stream_readings.failed', 'excluded.failed');
  const sums = `items = stream_readings.items + excluded.items, failed = ${failed}`;
  const rows = readings.map(({ stream_id, half_hour, items, failed: isFailed }) => ({ stream_id, half_hour, items, failed: isFailed }));
  await insertRows(trx, 'stream_readings', { rows, onConflict: `(stream_id, half_hour) do update set ${sums}` });
}

export async function deleteReadings(trx: Trx, beforeHalfHour: number): Promise<void> {
  await trx('stream_readings').where('half_hour', '<', beforeHalfHour).delete();
}

const gapShownMs = 86_400_000;
/** No pause is longer than this: a later end means that the clock went back since. */
const longestPauseMs = 2 * 86_400_000;

function afterReading(
  reading: Reading,
  { before, fresh, now }: { before: StreamStanding | undefined; fresh: number; now: number },
): StreamStanding {
  const kept = { last_success_at: before?.last_success_at ?? null, newest_at: before?.newest_at ?? null, items: before?.items ?? 0 };
  const position = { cursor: before?.cursor ?? null, shown_name: before?.shown_name ?? null };
  const oldGap = before?.gap_to !== null && before?.gap_to !== undefined && before.gap_to > now - gapShownMs ? before : null;
  const gap = { gap_from: oldGap?.gap_from ?? null, gap_to: oldGap?.gap_to ?? null };
  if (reading.state === 'failed') {
    const state = reading.failure === 'limited' ? ('limited' as const) : ('failed' as const);
    return {
      ...kept,
      ...gap,
      ...position,
      name: reading.stream.name,
      last_try_at: now,
      state,
      failure: reading.failure,
      error: reading.error,
      next_try_at: reading.retryAt,
    };
  }
  return {
    name: reading.stream.name,
    state: fresh > 0 ? 'ok' : 'empty',
    last_try_at: now,
    last_success_at: now,
    items: fresh,
    ...(reading.gap
      ? {
          gap_from: reading.gap.from,
          gap_to: reading.gap.to,
        }
      : gap),
    newest_at: reading.newest === null ? kept.newest_at : Math.max(reading.newest, kept.newest_at ?? 0),
    failure: null,
    error: reading.error ?? null,
    next_try_at: null,
    cursor: reading.cursor ?? position.cursor,
    shown_name: reading.title ?? position.shown_name,
  };
}

/** Adds a reading to its stream's half hour. */
function addTo(
  halfHours: Map<string, { items: number; failed: number }>,
  key: string,
  { items, failed }: { items: number; failed: number },
) {
  const before = halfHours.get(key);
  halfHours.set(key, before ? { items: before.items + items, failed: Math.min(before.failed, failed) } : { items, failed });
}

/** Stores the results of reading streams, and their half hours. */
export async function noteStreams(
  trx: Trx,
  readings: readonly CountedReading[],
  { source, now }: { source: string; now: number },
): Promise<void> {
  const streams = [...new Map(readings.map(({ reading: { stream } }) => [streamKey(stream), stream])).values()];
  const before = await listStreamRows(trx, source, streams);
  const standings = new Map<string, StandingOf>();
  const halfHours = new Map<string, { items: number; failed: number }>();
  for (const { reading, fresh: counts } of readings) {
    const fresh = counts.posts + counts.comments;
    const key = streamKey(reading.stream);
    const standing = afterReading(reading, { before: standings.get(key)?.standing ?? before.get(key), fresh, now });
    standings.set(key, { stream: reading.stream, standing });
    // Waiting for its turn isn't a failure.
    if (standing.state !== 'limited') addTo(halfHours, key, { items: fresh, failed: standing.state === 'failed' ? 1 : 0 });
  }
  await upsertStreams(trx, source, [...standings.values()]);
  const added = streams.filter((stream) => !before.has(streamKey(stream)));
  const rows = new Map([...before, ...(await listStreamRows(trx, source, added))]);
  const half_hour = Math.floor(now / halfHourMs);
  await addReadings(
    trx,
    [...halfHours].flatMap(([key, counts]) => {
      const row = rows.get(key);
      return row ? [{ stream_id: row.id, half_hour, ...counts }] : [];
    }),
  );
}

const maxKnown = 1000;

/** Fullnames by `streamKey`; none for searches, which aren't read by subreddit. */
async function listKnown(
  db: Db,
  read: readonly { stream: Stream; row: StreamsRow }[],
  kind: 'posts' | 'comments',
): Promise<[string, ReadonlySet<string>][]> {
  const wanted = read
    .filter(({ stream }) => stream.kind === kind)
    .map(({ stream, row }) => ({ subreddit: stream.name, since: (row.newest_at ?? row.last_success_at ?? 0) - knownSpanMs }));
  const found = await listFetchedSince(db, { kind: kind === 'posts' ? 'post' : 'comment', wanted, limit: maxKnown });
  return [...found].map(([name, fullnames]) => [streamKey({ kind, name }), new Set(fullnames)]);
}

/** Failures that are certainly the stream's own. */
const suspects: readonly FailureKind[] = ['private', 'banned', 'missing', 'quarantined'];

/** How far each stream was read. */
export async function readWatermarks(
  db: Db,
  streams: readonly Stream[],
  rows: ReadonlyMap<string, StreamsRow>,
): Promise<Map<string, Watermark>> {
  const read = streams.flatMap((stream) => {
    const row = rows.get(streamKey(stream));
    return row ? [{ stream, row }] : [];
  });
  const known = new Map([...(await listKnown(db, read, 'posts')), ...(await listKnown(db, read, 'comments'))]);
  return new Map(
    read.map(({ stream, row }) => [
      streamKey(stream),
      {
        newest: row.newest_at,
        readAt: row.last_success_at,
        cursor: row.cursor,
        isSuspect: suspects.some((failure) => failure === row.failure),
        known: known.get(streamKey(stream)) ?? new Set<string>(),
      },
    ]),
  );
}

/** The last reading of a stream that must not be requested yet; null when it may be. */
export function standingReading(stream: Stream, row: StreamsRow | undefined, now: number): Reading | null {
  if (!row || row.next_try_at === null || row.next_try_at <= now || row.next_try_at > now + longestPauseMs) return null;
  const failure = row.state === 'limited' ? 'limited' : 'unreachable';
  return { stream, state: 'failed', failure, error: row.error ?? 'Could not be read', retryAt: row.next_try_at, isKept: true };
}

/** Whether a stream of a source that wants pauses was read so recently that it waits for a later run. */
export const isReadLately = ({ kind }: Stream, row: StreamsRow | undefined, now: number): boolean =>
  row?.failure === null && Math.abs(now - (row.last_success_at ?? 0)) < (fetchedKindOf(kind).of.pollMs ?? 0);

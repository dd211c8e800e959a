import { fetchedKindOf } from '#shared/sources.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { CountedReading } from './open-run.ts';
import { knownSpanMs } from '#core/sources/reddit/coverage.ts';
import { type Watermark } from '#core/sources/source.ts';
import { type FailureKind, type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';
import { addReadings, halfHourMs, listStreamRows, type StandingOf, type StreamStanding, upsertStreams } from './stream-queries.ts';
import type { StreamsRow } from '../tables.ts';
import { listFetchedSince } from '#core/inbox/items/queries.ts';

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

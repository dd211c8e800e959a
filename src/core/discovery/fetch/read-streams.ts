import type { Items } from '#core/inbox/items/items.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { readyBatches } from '#core/platform/ready-batches.ts';
import type { Stream } from '#core/reddit/stream.ts';
import type { OtherSource, ReadRequest, RuleMatches, Source } from '#core/sources/source.ts';
import { storeReadings, type StoredBatch } from './store-readings.ts';
import { listStreamRows } from './stream-queries.ts';
import { readWatermarks } from './stream-writes.ts';
import type { StreamsRow } from '../tables.ts';

export interface StreamsToRead {
  source: Pick<Source | OtherSource, 'id' | 'read'>;
  streams: readonly Stream[];
  /** Of items from Reddit. */
  scope: string;
  /** Whether the streams are tracked. */
  remember: boolean;
  signal: AbortSignal;
  listenMs?: ReadRequest['listenMs'];
  /** Stored together with a batch. */
  also?: (trx: Trx, batch: StoredBatch) => Promise<void>;
}

interface Deps {
  db: Db;
  now: Now;
  itemStore: Items;
  matches: RuleMatches;
}

/** The most readings that are stored in one transaction. */
const maxReadings = 500;

export const listTracked = (db: Db, { source, streams, remember }: StreamsToRead): Promise<Map<string, StreamsRow>> =>
  remember ? listStreamRows(db, source.id, streams) : Promise.resolve(new Map<string, StreamsRow>());

/** Reads streams through their source, and stores what arrives together. */
export async function* readStreams(
  { db, now, itemStore, matches }: Deps,
  wanted: StreamsToRead,
  rows: ReadonlyMap<string, StreamsRow>,
): AsyncGenerator<StoredBatch> {
  const { source, streams, scope, remember, signal, listenMs, also } = wanted;
  const watermarks = await readWatermarks(db, streams, rows);
  for await (const readings of readyBatches(
    source.read({ streams, watermarks, signal, matches, ...(listenMs === undefined ? {} : { listenMs }) }),
    maxReadings,
  ))
    yield await storeReadings({ db, itemStore, also }, readings, { source: source.id, scope, remember, now: now() });
}

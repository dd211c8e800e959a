import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Items } from '#core/inbox/items/items.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { Stream } from '#core/reddit/stream.ts';
import type { OtherSource, ReadRequest, RuleMatches, Source } from '#core/sources/source.ts';
import { storeReadings, type StoredBatch } from './store-readings.ts';
import { listStreamRows, readWatermarks } from './stream-queries.ts';
import type { StreamsRow } from '../tables.ts';

type Step<T> = { value: T } | { error: unknown } | { done: true };

const stepOf = <T>(iterator: AsyncIterator<T>): Promise<Step<T>> =>
  iterator.next().then(
    ({ done, value }) => (done === true ? { done } : { value }),
    (error: unknown) => ({ error }),
  );

/**
 * Groups values that arrive together: a batch ends when the next value isn't there within this turn of the event loop. The source
 * goes on to its next value while a batch is used. If it throws, what it yielded before comes first.
 */
export async function* readyBatches<T>(source: AsyncIterable<T>, max: number): AsyncGenerator<T[]> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (let next = stepOf(iterator); ;) {
      const batch: T[] = [];
      let step: Step<T> | null = await next;
      while (step && 'value' in step) {
        batch.push(step.value);
        next = stepOf(iterator);
        step = batch.length < max ? await Promise.race([next, nextTurn(null)]) : null;
      }
      if (batch.length > 0) yield batch;
      if (step && 'error' in step) throw step.error;
      if (step && 'done' in step) return;
    }
  } finally {
    // Not awaited: it waits for a value that nobody takes any more.
    iterator.return?.().catch(() => undefined);
  }
}

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

import { setImmediate as nextTurn } from 'node:timers/promises';
import { scopeOf } from '#core/inbox/campaigns/streams.ts';
import type { Items } from '#core/inbox/items/items.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, type Trx, transact } from '#core/platform/db/connect.ts';
import { type FetchedItem, textOnly, unknownTime } from '#core/platform/item.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';
import type { OtherSource, ReadRequest, RuleMatches, Source } from '#core/sources/source.ts';
import { listStreamRows, readWatermarks, noteStreams } from './stream-queries.ts';
import type { StreamsRow } from '../tables.ts';
import { type CountedReading, countReading } from './open-run.ts';

interface ReadFrom {
  /** Id of the source. */
  source: string;
  /** Of items from Reddit. */
  scope: string;
  /** Whether the streams are tracked. */
  remember: boolean;
  now: number;
}

/** Readings that were stored in one transaction. */
export interface StoredBatch {
  readings: CountedReading[];
  /** Scopes with new or edited items. */
  changed: string[];
  /** How many items were erased because their authors deleted them. */
  gone: number;
}

interface StoreDeps {
  db: Db;
  itemStore: Items;
  /** Stored in the same transaction. */
  also?: ((trx: Trx, batch: StoredBatch) => Promise<void>) | undefined;
}

const itemsOf = (reading: Reading): FetchedItem[] => (reading.state === 'ok' ? reading.items : []);
const nothing = { ...textOnly, kind: 'post', subreddit: '', author: null, title: '', body: '', createdAt: unknownTime } as const;
/** As items that are gone, which are erased where they are stored. */
const goneOf = (reading: Reading): FetchedItem[] =>
  reading.state === 'ok' ? (reading.gone ?? []).map((fullname) => ({ ...nothing, fullname, gone: 'deleted' })) : [];

/** An item that was read in several streams is new in the first of them. */
function shareOut(readings: readonly Reading[], fresh: readonly FetchedItem[]): CountedReading[] {
  const unclaimed = new Set(fresh.map(({ fullname }) => fullname));
  return readings.map((reading) =>
    countReading(
      reading,
      itemsOf(reading).filter(({ fullname }) => unclaimed.delete(fullname)),
    ),
  );
}

/** Stores the items of readings, and how far their streams are read, in one transaction: neither is there without the other. */
export function storeReadings(
  { db, itemStore, also }: StoreDeps,
  readings: readonly Reading[],
  { source, scope, remember, now }: ReadFrom,
): Promise<StoredBatch> {
  return transact(db, async (trx) => {
    const batch: StoredBatch = { readings: [], changed: [], gone: 0 };
    for (const [of, some] of Map.groupBy(readings, ({ stream }) => scopeOf(stream) || scope)) {
      const items = some.flatMap((reading) => [...itemsOf(reading), ...goneOf(reading)]);
      const { fresh, changed, gone } = await itemStore.store(trx, { scope: of, source, items, now });
      batch.gone += gone;
      batch.readings.push(...shareOut(some, fresh));
      if (fresh.length > 0 || changed > 0) batch.changed.push(of);
    }
    if (remember) await noteStreams(trx, batch.readings, { source, now });
    await also?.(trx, batch);
    return batch;
  });
}

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

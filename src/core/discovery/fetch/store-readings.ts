import { scopeOf } from '#core/inbox/campaigns/streams.ts';
import type { Items } from '#core/inbox/items/items.ts';
import { type FetchedItem, textOnly, unknownTime } from '#core/platform/item.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { Reading } from '#core/reddit/stream.ts';
import { type CountedReading, countReading } from './open-run.ts';
import { noteStreams } from './stream-queries.ts';

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

interface Deps {
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
  { db, itemStore, also }: Deps,
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

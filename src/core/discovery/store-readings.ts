import { scopeOf } from '#core/inbox/campaigns/streams.ts';
import type { Items } from '#core/inbox/items/items.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { Reading } from '#core/reddit/stream.ts';
import { noteStreams } from './stream-writes.ts';

interface ReadFrom {
  /** Id of the source. */
  source: string;
  /** Of items from Reddit. */
  scope: string;
  /** Whether the streams are tracked. */
  remember: boolean;
  now: number;
}

export interface StoredReading {
  reading: Reading;
  /** Items that weren't stored before. */
  fresh: FetchedItem[];
}

interface StoredReadings {
  stored: StoredReading[];
  /** Scopes with new or edited items. */
  changed: string[];
}

const itemsOf = (reading: Reading): FetchedItem[] => (reading.state === 'ok' ? reading.items : []);

/** An item that was read in several streams is new in the first of them. */
function shareOut(readings: readonly Reading[], fresh: readonly FetchedItem[]): StoredReading[] {
  const unclaimed = new Set(fresh.map(({ fullname }) => fullname));
  return readings.map((reading) => ({ reading, fresh: itemsOf(reading).filter(({ fullname }) => unclaimed.delete(fullname)) }));
}

/** Stores the items of readings, and how far their streams are read, in one transaction: neither is there without the other. */
export function storeReadings(
  { db, itemStore }: { db: Db; itemStore: Items },
  readings: readonly Reading[],
  { source, scope, remember, now }: ReadFrom,
): Promise<StoredReadings> {
  return transact(db, async (trx) => {
    const result: StoredReadings = { stored: [], changed: [] };
    for (const [of, some] of Map.groupBy(readings, ({ stream }) => scopeOf(stream) || scope)) {
      const { fresh, changed } = await itemStore.store(trx, { scope: of, source, items: some.flatMap(itemsOf), now });
      result.stored.push(...shareOut(some, fresh));
      if (fresh.length > 0 || changed > 0) result.changed.push(of);
    }
    const counted = result.stored.map(({ reading, fresh }) => ({ reading, fresh: fresh.length }));
    if (remember) await noteStreams(trx, counted, { source, now });
    return result;
  });
}

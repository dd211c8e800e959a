import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { Stream } from '#core/reddit/stream.ts';
import type { StoredBatch } from './store-readings.ts';

/** Streams that one server reads. */
export interface Part {
  id: number;
  openedBy: number;
  streams: Stream[];
  /** What was read and stored so far, by whichever server. */
  batches: StoredBatch[];
}

interface Opening {
  server: number;
  parts: readonly (readonly Stream[])[];
  now: number;
}

/** Returns their ids. Parts of an earlier round of this server end. */
export function openParts(db: Db, { server, parts, now }: Opening): Promise<number[]> {
  return transact(db, async (trx) => {
    await trx('fetch_parts').where({ opened_by: server }).delete();
    const rows = parts.map((streams) => ({ opened_by: server, streams: JSON.stringify(streams), changed_at: now }));
    return (await trx('fetch_parts').insert(rows).returning('id')).map(({ id }) => id);
  });
}

export async function closeParts(db: Db, ids: readonly number[]): Promise<void> {
  await transact(db, (trx) => trx('fetch_parts').whereIn('id', ids).delete());
}

interface Taking {
  server: number;
  /** Whether to take parts of this server's own round, and of other servers' rounds. */
  own: boolean;
  others: boolean;
  now: number;
}

/** Takes the first free part; null when there is none. Servers that do so at the same time take different parts. */
export function takePart(db: Db, { server, own, others, now }: Taking): Promise<Part | null> {
  return db.transaction(async (trx) => {
    const free = await trx('fetch_parts')
      .where({ done: 0 })
      .whereNull('server')
      .where((either) => {
        void either.where({ opened_by: own ? server : 0 });
        if (others) void either.orWhere((other) => other.whereNot({ opened_by: server }).where({ for_opener: 0 }));
      })
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .first('id', 'opened_by', 'streams', 'batches');
    if (!free) return null;
    await trx('fetch_parts').where({ id: free.id }).update({ server, changed_at: now });
    return {
      id: free.id,
      openedBy: free.opened_by,
      streams: JSON.parse(free.streams) as Stream[],
      batches: JSON.parse(free.batches) as StoredBatch[],
    };
  });
}

interface Writing {
  id: number;
  server: number;
  batches: readonly StoredBatch[];
  now: number;
}

/** Returns false if the part isn't this server's any more. */
export async function writeBatches(trx: Trx, { id, server, batches, now }: Writing): Promise<boolean> {
  const written = await trx('fetch_parts')
    .where({ id, server })
    .update({ batches: JSON.stringify(batches), changed_at: now });
  return written === 1;
}

export async function finishPart(db: Db, { id, server }: Pick<Writing, 'id' | 'server'>): Promise<void> {
  await db('fetch_parts').where({ id, server }).update({ done: 1 });
}

/** Lets others read the rest of a part, or the server that opened it alone. */
export async function giveBack(db: Db, { id, server, forOpener }: Pick<Writing, 'id' | 'server'> & { forOpener: boolean }): Promise<void> {
  await db('fetch_parts')
    .where({ id, server })
    .update({ server: null, for_opener: forOpener ? 1 : 0 });
}

export interface PartState extends Pick<Part, 'id' | 'batches'> {
  isDone: boolean;
}

/** Those of these parts that are still there. */
export async function listParts(db: Db, ids: readonly number[]): Promise<PartState[]> {
  const rows = await db('fetch_parts').whereIn('id', ids).orderBy('id').select('id', 'batches', 'done').limit(ids.length);
  return rows.map(({ id, batches, done }) => ({ id, batches: JSON.parse(batches) as StoredBatch[], isDone: done === 1 }));
}

interface Stalled {
  ids: readonly number[];
  /** Of these, parts that other servers took but didn't get on with since this time (UTC ms) become free. */
  since: number;
  server: number;
}

export async function freeStalled(db: Db, { ids, since, server }: Stalled): Promise<void> {
  await db('fetch_parts')
    .whereIn('id', ids)
    .where({ done: 0 })
    .where('changed_at', '<', since)
    .whereNot({ server })
    .update({ server: null });
}

/** Ends the rounds of servers that aren't running, and frees the parts that such servers were reading. */
export async function freePartsOfOthers(db: Db, running: readonly number[]): Promise<void> {
  await transact(db, async (trx) => {
    await trx('fetch_parts').whereNotIn('opened_by', running).delete();
    await trx('fetch_parts').where({ done: 0 }).whereNotNull('server').whereNotIn('server', running).update({ server: null });
  });
}

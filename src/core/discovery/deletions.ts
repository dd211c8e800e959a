import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { Recheck, Source } from './sources/source.ts';
import { forgetDeletedPages } from '#core/platform/db/forget-pages.ts';
import type { Items } from '#core/inbox/items/items.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  source: Source | null;
  itemStore: Items;
}
interface Kept {
  id: number;
  fullname: string;
  checked_at: number;
}
export interface DeletionSync {
  checked: number;
  gone: number;
  /** Why nothing was checked; empty otherwise. */
  note: string;
}

/** As many as one call may ask for. */
const batchSize = 100;
/** Within 48 hours everything kept is looked at at least twice, so that one failed round costs nothing. */
const recheckAfterMs = 20 * 3_600_000;

function listDue(db: Db, { before, after }: { before: number; after: Kept | null }): Promise<Kept[]> {
  return db('items')
    .where({ scope: '' })
    .whereNull('gone')
    .where('checked_at', '<', before)
    .modify((items) => {
      if (after)
        void items.where((next) =>
          next
            .where('checked_at', '>', after.checked_at)
            .orWhere((same) => same.where('checked_at', after.checked_at).where('id', '>', after.id)),
        );
    })
    .whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id'))
    .orderBy(['checked_at', 'id'])
    .select<Kept[]>('id', 'fullname', 'checked_at')
    .limit(batchSize);
}

async function settle(
  { db, itemStore }: Pick<Deps, 'db' | 'itemStore'>,
  { items, found, now }: { items: readonly Kept[]; found: Recheck; now: number },
): Promise<{ gone: number; userIds: number[] }> {
  return transact(db, async (trx) => {
    const gone = items.flatMap(({ id, fullname }) => {
      const fate = found.get(fullname)?.gone ?? null;
      return fate === null ? [] : [{ id, gone: fate === 'missing' ? ('deleted' as const) : fate }];
    });
    const ids = gone.map(({ id }) => id);
    const userIds = await trx('posts').whereIn('item_id', ids).distinct().limit(100_000).pluck<number[]>('user_id');
    await itemStore.erase(trx, gone, now);
    const alive = items.flatMap(({ fullname }) => {
      const answer = found.get(fullname);
      return answer?.gone === null && answer.item ? [answer.item] : [];
    });
    await itemStore.store(trx, { scope: '', source: 'recheck', items: alive, now });
    await trx('items')
      .whereIn(
        'id',
        items.flatMap(({ id, fullname }) => (found.has(fullname) ? [id] : [])),
      )
      .update({ checked_at: now });
    return { gone: gone.length, userIds };
  });
}

/** Why nothing can be looked at again, in words; empty where it can. */
export function whyUnchecked(source: Source | null): string {
  if (source === null) return 'fetching is turned off';
  return source.recheck ? '' : `${source.id} has no way to look at items again`;
}

/** Looks again at everything kept from Reddit, oldest look first; what its author deleted, or a moderator removed, is erased here too. */
export async function syncDeletions({ db, bus, now, source, itemStore }: Deps, signal: AbortSignal): Promise<DeletionSync> {
  const sync: DeletionSync = { checked: 0, gone: 0, note: '' };
  if (!source?.recheck) return { ...sync, note: whyUnchecked(source) };
  const before = now() - recheckAfterMs;
  for (let after: Kept | null = null; !signal.aborted;) {
    const items = await listDue(db, { before, after });
    if (items.length === 0) break;
    const found = await source.recheck(
      items.map(({ fullname }) => fullname),
      signal,
    );
    const { gone, userIds } = await settle({ db, itemStore }, { items, found, now: now() });
    if (gone > 0) bus.emit('posts:decided', {});
    for (const userId of userIds) bus.announce(String(userId), ['posts-changed', 'leads-changed']);
    sync.checked += found.size;
    sync.gone += gone;
    after = items.at(-1) ?? null;
  }
  if (sync.gone > 0) await forgetDeletedPages(db, signal);
  return sync;
}

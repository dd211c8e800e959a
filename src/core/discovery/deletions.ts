import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { Recheck, Source } from './sources/source.ts';
import { forgetDeletedPages } from '#core/platform/db/forget-pages.ts';
import type { Items } from '#core/inbox/items/items.ts';
import { type CheckedItem, listUnchecked, markChecked } from '#core/inbox/items/queries.ts';
import { listUsersOf } from '#core/inbox/posts/scored-queries.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  source: Source | null;
  itemStore: Items;
}
export interface DeletionSync {
  checked: number;
  gone: number;
  /** Why nothing was checked; empty otherwise. */
  note: string;
}

/** The most items that one call can check. */
const batchSize = 100;
/** Every item is checked at least twice within 48 hours, so that one failed round does no harm. */
const recheckAfterMs = 20 * 3_600_000;

async function settle(
  { db, itemStore }: Pick<Deps, 'db' | 'itemStore'>,
  { items, found, now }: { items: readonly CheckedItem[]; found: Recheck; now: number },
): Promise<{ gone: number; userIds: number[] }> {
  return transact(db, async (trx) => {
    const gone = items.flatMap(({ id, fullname }) => {
      const fate = found.get(fullname)?.gone ?? null;
      return fate === null ? [] : [{ id, gone: fate === 'missing' ? ('deleted' as const) : fate }];
    });
    const ids = gone.map(({ id }) => id);
    const userIds = await listUsersOf(trx, ids);
    await itemStore.erase(trx, gone, now);
    const alive = items.flatMap(({ fullname }) => {
      const answer = found.get(fullname);
      return answer?.gone === null && answer.item ? [answer.item] : [];
    });
    await itemStore.store(trx, { scope: '', source: 'recheck', items: alive, now });
    await markChecked(
      trx,
      items.flatMap(({ id, fullname }) => (found.has(fullname) ? [id] : [])),
      now,
    );
    return { gone: gone.length, userIds };
  });
}

/** Why stored items can't be rechecked, as shown to the user; empty if they can. */
export function whyUnchecked(source: Source | null): string {
  if (source === null) return 'fetching is turned off';
  return source.recheck ? '' : `${source.id} has no way to look at items again`;
}

/** Rechecks everything stored from Reddit, oldest check first, and erases what its author deleted or a moderator removed. */
export async function syncDeletions({ db, bus, now, source, itemStore }: Deps, signal: AbortSignal): Promise<DeletionSync> {
  const sync: DeletionSync = { checked: 0, gone: 0, note: '' };
  if (!source?.recheck) return { ...sync, note: whyUnchecked(source) };
  const before = now() - recheckAfterMs;
  for (let after: CheckedItem | null = null; !signal.aborted;) {
    const items = await listUnchecked(db, { before, after, limit: batchSize });
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

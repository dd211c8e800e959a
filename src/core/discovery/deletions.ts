import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { OtherSource, Recheck, Source } from './sources/source.ts';
import { forgetDeletedPages } from '#core/platform/db/forget-pages.ts';
import type { Items } from '#core/inbox/items/items.ts';
import { type CheckedItem, listUnchecked, markChecked } from '#core/inbox/items/queries.ts';
import { listUsersOf } from '#core/inbox/posts/scored-queries.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  /** Source for Reddit. */
  source: Source | null;
  others: readonly OtherSource[];
  itemStore: Items;
}
export interface DeletionSync {
  checked: number;
  gone: number;
  /** Why nothing from Reddit was checked; empty otherwise. */
  note: string;
}

/** The most items that one call can check. */
const batchSize = 100;
/** Every item is checked at least twice within 48 hours, so that one failed round does no harm. */
const recheckAfterMs = 20 * 3_600_000;

async function settle(
  { db, itemStore }: Pick<Deps, 'db' | 'itemStore'>,
  { scope, items, found, now }: { scope: string; items: readonly CheckedItem[]; found: Recheck; now: number },
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
    await itemStore.store(trx, { scope, source: 'recheck', items: alive, now });
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

type RecheckItems = NonNullable<Source['recheck']>;

async function syncScope(
  { db, bus, now, itemStore }: Deps,
  { scope, recheck }: { scope: string; recheck: RecheckItems },
  signal: AbortSignal,
): Promise<Pick<DeletionSync, 'checked' | 'gone'>> {
  const sync = { checked: 0, gone: 0 };
  const before = now() - recheckAfterMs;
  for (let after: CheckedItem | null = null; !signal.aborted;) {
    const items = await listUnchecked(db, { scope, before, after, limit: batchSize });
    if (items.length === 0) break;
    const found = await recheck(
      items.map(({ fullname }) => fullname),
      signal,
    );
    const { gone, userIds } = await settle({ db, itemStore }, { scope, items, found, now: now() });
    if (gone > 0) bus.emit('posts:decided', {});
    for (const userId of userIds) bus.announce(String(userId), ['posts-changed', 'leads-changed']);
    sync.checked += found.size;
    sync.gone += gone;
    after = items.at(-1) ?? null;
  }
  return sync;
}

/**
 * Rechecks everything stored, oldest check first, and erases what its author deleted or a moderator removed. A failing source
 * doesn't stop the others.
 */
export async function syncDeletions(deps: Deps, signal: AbortSignal): Promise<DeletionSync> {
  const { source, others } = deps;
  const scopes = [{ scope: '', recheck: source?.recheck }, ...others.map(({ id, recheck }) => ({ scope: id, recheck }))];
  const able = scopes.flatMap(({ scope, recheck }) => (recheck ? [{ scope, recheck }] : []));
  const ends = await Promise.allSettled(able.map((of) => syncScope(deps, of, signal)));
  const done = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const sum = (of: 'checked' | 'gone') => done.reduce((total, part) => total + part[of], 0);
  const sync = { checked: sum('checked'), gone: sum('gone'), note: whyUnchecked(source) };
  if (sync.gone > 0) await forgetDeletedPages(deps.db, signal);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return sync;
}

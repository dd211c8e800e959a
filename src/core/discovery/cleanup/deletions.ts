import type { SourceId } from '#shared/sources.ts';
import type { CoreContext } from '#core/context.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { OtherSource, Recheck, Source } from '../../sources/source.ts';
import { forgetDeletedPages } from '#core/platform/guards/queries.ts';
import { type Items, withoutThreadTitle } from '#core/inbox/items/items.ts';
import {
  type CheckedItem,
  listScopesOf,
  listScopesOfPages,
  keepUnchecked,
  listUnchecked,
  markChecked,
  pageSourceOf,
  type SelectMentions,
} from '#core/inbox/items/queries.ts';
import { listUsersOf } from '#core/inbox/posts/scored-queries.ts';

interface Deps extends Pick<CoreContext, 'db' | 'bus' | 'now'> {
  /** Source for Reddit. */
  source: Source | null;
  others: readonly OtherSource[];
  itemStore: Items;
  selectMentions: SelectMentions;
}
export interface DeletionSync {
  checked: number;
  gone: number;
  /** Why nothing from Reddit was checked; empty otherwise. */
  note: string;
}

/** One call can check 100 names: of each item, and of the thread that a comment is in and has its title from. */
const batchSize = 50;
/** Every item is checked at least twice within 48 hours, so that one failed round does no harm. */
const recheckAfterMs = 20 * 3_600_000;

async function settle(
  { db, itemStore }: Pick<Deps, 'db' | 'itemStore'>,
  { scope, items, found, now }: { scope: string; items: readonly CheckedItem[]; found: Recheck; now: number },
): Promise<{ gone: number; titles: number; userIds: number[] }> {
  const fateOf = ({ fullname }: CheckedItem) => found.get(fullname)?.gone ?? null;
  // A thread of a closed community, say, that a user read while logged in.
  const isHidden = (item: CheckedItem): boolean => item.checked_at === 0 && fateOf(item) === 'missing';
  return transact(db, async (trx) => {
    const gone = items.flatMap((item) => {
      const fate = fateOf(item);
      return fate === null || isHidden(item) ? [] : [{ id: item.id, gone: fate === 'missing' ? ('deleted' as const) : fate }];
    });
    await keepUnchecked(
      trx,
      items.filter(isHidden).map(({ id }) => id),
    );
    const ids = gone.map(({ id }) => id);
    const userIds = await listUsersOf(trx, ids);
    await itemStore.erase(trx, gone, now);
    const threads = [...new Set(items.flatMap(({ link_fullname }) => link_fullname ?? []))];
    const goneThreads = threads.filter((thread) => (found.get(thread)?.gone ?? null) !== null);
    await itemStore.eraseTitles(trx, goneThreads);
    const alive = items.flatMap(({ fullname, link_fullname }) => {
      const answer = found.get(fullname);
      if (answer?.gone !== null || !answer.item) return [];
      return [goneThreads.includes(link_fullname ?? '') ? withoutThreadTitle(answer.item) : answer.item];
    });
    await itemStore.store(trx, { scope, source: 'recheck', items: alive, now });
    await markChecked(
      trx,
      items.flatMap(({ id, fullname }) => (found.has(fullname) ? [id] : [])),
      now,
    );
    return { gone: gone.length, titles: goneThreads.length, userIds };
  });
}

/** Why stored items can't be rechecked, as shown to the user; empty if they can. */
export function whyUnchecked(source: Source | null): string {
  if (source === null) return "Reddit isn't read";
  return source.recheck ? '' : `${source.id} has no way to look at items again`;
}

type RecheckItems = NonNullable<Source['recheck']>;
type Tally = Pick<DeletionSync, 'checked' | 'gone'> & { titles: number };

interface Checkable {
  scope: string;
  /** Only items of it. */
  source?: string;
}

/** Where items of a source are stored: what was read there, and what users saved from its pages. */
async function listCheckable(db: Db, source: SourceId): Promise<Checkable[]> {
  const read = source === 'reddit' ? [''] : await listScopesOf(db, source);
  const saved = await listScopesOfPages(db, source);
  return [...read.map((scope) => ({ scope })), ...saved.map((scope) => ({ scope, source: pageSourceOf(source) }))];
}

async function syncScope(
  { db, bus, now, itemStore, selectMentions }: Deps,
  { scope, source, recheck, tally }: Checkable & { recheck: RecheckItems; tally: Tally },
  signal: AbortSignal,
): Promise<void> {
  const before = now() - recheckAfterMs;
  for (let after: CheckedItem | null = null; !signal.aborted;) {
    const items = await listUnchecked(db, { scope, source, before, after, limit: batchSize, selectMentions });
    if (items.length === 0) break;
    const names = items.flatMap(({ fullname, link_fullname }) => [fullname, ...(link_fullname === null ? [] : [link_fullname])]);
    const found = await recheck([...new Set(names)], signal);
    const { gone, titles, userIds } = await settle({ db, itemStore }, { scope, items, found, now: now() });
    if (gone + titles > 0) bus.emit('posts:decided', {});
    for (const userId of userIds) bus.announce(String(userId), ['posts-changed', 'leads-changed']);
    tally.checked += items.filter(({ fullname }) => found.has(fullname)).length;
    tally.gone += gone;
    tally.titles += titles;
    after = items.at(-1) ?? null;
  }
}

/**
 * Rechecks everything stored, oldest check first, and erases what its author deleted or a moderator removed. A failing source
 * doesn't stop the others.
 */
export async function syncDeletions(deps: Deps, signal: AbortSignal): Promise<DeletionSync> {
  const { source, others } = deps;
  const able: { id: SourceId; recheck: RecheckItems }[] = source?.recheck ? [{ id: 'reddit', recheck: source.recheck }] : [];
  for (const { id, recheck } of others) if (recheck) able.push({ id, recheck });
  // Counted as it is erased, so that a recheck that fails later doesn't hide it.
  const tally = { checked: 0, gone: 0, titles: 0 };
  const ends = await Promise.allSettled(
    able.map(async ({ id, recheck }) => {
      // One after another: requests to one source aren't made at the same time.
      for (const checkable of await listCheckable(deps.db, id)) await syncScope(deps, { ...checkable, recheck, tally }, signal);
    }),
  );
  if (tally.gone + tally.titles > 0) await forgetDeletedPages(deps.db, signal);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return { checked: tally.checked, gone: tally.gone, note: whyUnchecked(source) };
}

import type { Merge } from '#core/accounts/user-data.ts';
import type { ItemsRow, PostsRow } from '#core/inbox/tables.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import type { BlacklistRow } from '../tables.ts';

export type EntryRow = BlacklistRow;
/** Whose blacklist: the owner of a workspace, or null for the instance. */
export type Whose = number | null;

export const maxEntries = { instance: 20_000, workspace: 2_000 };

export const listEntryRows = (db: Db | Trx, whose: Whose): Promise<EntryRow[]> =>
  db('blacklist')
    .where({ user_id: whose })
    .select('id', 'user_id', 'kind', 'value', 'note', 'created_at')
    .orderBy(['kind', 'value'])
    .limit(maxEntries.instance);

/** Of the instance, and of these workspaces; `all`: of each. */
export const listEntriesFor = (db: Db | Trx, owners: readonly number[] | 'all'): Promise<Pick<EntryRow, 'user_id' | 'kind' | 'value'>[]> =>
  db('blacklist')
    .where((applies) => (owners === 'all' ? applies : applies.whereNull('user_id').orWhereIn('user_id', owners)))
    .select('user_id', 'kind', 'value')
    .orderBy(['kind', 'value'])
    .limit(5_000_000);

export async function countEntries(trx: Trx, whose: Whose): Promise<number> {
  return (await trx('blacklist').where({ user_id: whose }).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

/** Those that are there already stay as they are. */
export const insertEntries = (trx: Trx, rows: readonly Omit<EntryRow, 'id'>[]): Promise<void> =>
  insertRows(trx, 'blacklist', { rows: rows.map((row) => ({ ...row })), onConflict: 'do nothing' });

/** Returns the deleted entry, or undefined. */
export async function deleteEntry(trx: Trx, whose: Whose, id: number): Promise<Pick<EntryRow, 'kind' | 'value'> | undefined> {
  const row = await trx('blacklist').where({ id, user_id: whose }).first('kind', 'value');
  await trx('blacklist').where({ id, user_id: whose }).delete();
  return row;
}

export type StoredPost = ItemsRow & Pick<PostsRow, 'user_id' | 'campaign_id' | 'status' | 'blacklisted'> & { post_id: number };

/** Listed and blacklisted posts after this id, with their items. */
export const listShown = (
  db: Db | Trx,
  those: Partial<Pick<PostsRow, 'user_id' | 'campaign_id'>>,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPost[]> =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where(Object.fromEntries(Object.entries(those).map(([column, value]) => [`posts.${column}`, value])))
    .where('posts.id', '>', after)
    .where((shown) => shown.where('posts.open', 1).orWhere('posts.blacklisted', 1))
    .orderBy('posts.id')
    .select<StoredPost[]>('items.*', 'posts.id as post_id', 'posts.user_id', 'posts.campaign_id', 'posts.status', 'posts.blacklisted')
    .limit(limit);

/** Two accounts of one person: the other one excludes what both excluded. */
export async function mergeEntries(trx: Trx, { from, to }: Merge): Promise<void> {
  const rows = await listEntryRows(trx, from);
  await insertEntries(
    trx,
    rows.map(({ kind, value, note, created_at }) => ({ user_id: to, kind, value, note, created_at })),
  );
}

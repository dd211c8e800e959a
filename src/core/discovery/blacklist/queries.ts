import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { ItemsRow, PostsRow } from '#core/inbox/tables.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';

import type { BlacklistRow } from '../tables.ts';

export type EntryRow = BlacklistRow;

export const maxEntries = 20_000;

export const listEntryRows = (db: Db): Promise<EntryRow[]> =>
  db('blacklist').select('id', 'kind', 'value', 'note', 'created_at').orderBy(['kind', 'value']).limit(maxEntries);

export async function countEntries(trx: Trx): Promise<number> {
  return (await trx('blacklist').count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export const insertEntries = (trx: Trx, rows: readonly Omit<EntryRow, 'id'>[]): Promise<void> =>
  insertRows(trx, 'blacklist', { rows: rows.map((row) => ({ ...row })), onConflict: '(kind, value) do nothing' });

/** Returns the deleted entry, or undefined. */
export async function deleteEntry(trx: Trx, id: number): Promise<Pick<EntryRow, 'kind' | 'value'> | undefined> {
  const row = await trx('blacklist').where({ id }).first('kind', 'value');
  await trx('blacklist').where({ id }).delete();
  return row;
}

export type StoredPost = ItemsRow & Pick<PostsRow, 'status' | 'blacklisted'> & { post_id: number };

/** Listed and blacklisted posts after this id, with their items. */
export const listShown = (db: Db, after: number, limit: number): Promise<StoredPost[]> =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.id', '>', after)
    .where((shown) => shown.where('posts.open', 1).orWhere('posts.blacklisted', 1))
    .orderBy('posts.id')
    .select<StoredPost[]>('items.*', 'posts.id as post_id', 'posts.status', 'posts.blacklisted')
    .limit(limit);

import type { BlacklistKind } from '#shared/blacklist.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import { insertRows, updateRows } from '#core/platform/db/many-rows.ts';

export interface EntryRow {
  id: number;
  kind: BlacklistKind;
  value: string;
  note: string;
  created_at: number;
}

export const maxEntries = 20_000;

export const listEntryRows = (db: Db): Promise<EntryRow[]> =>
  db<EntryRow>('blacklist').select('id', 'kind', 'value', 'note', 'created_at').orderBy(['kind', 'value']).limit(maxEntries);

export async function countEntries(trx: Trx): Promise<number> {
  return (await trx('blacklist').count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export const insertEntries = (trx: Trx, rows: readonly Omit<EntryRow, 'id'>[]): Promise<void> =>
  insertRows(trx, 'blacklist', { rows: rows.map((row) => ({ ...row })), onConflict: '(kind, value) do nothing' });

/** The entry that went, or undefined where there was none. */
export async function deleteEntry(trx: Trx, id: number): Promise<Pick<EntryRow, 'kind' | 'value'> | undefined> {
  const row = await trx<EntryRow>('blacklist').where({ id }).select('kind', 'value').first();
  await trx('blacklist').where({ id }).delete();
  return row;
}

export interface StoredPost extends ItemRow {
  post_id: number;
  status: string;
  blacklisted: 0 | 1;
}

/** Posts that stand in the lists or were taken out of them by the blacklist, after this id, with what they say. */
export const listShown = (db: Db, after: number, limit: number): Promise<StoredPost[]> =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.id', '>', after)
    .where((shown) => shown.where('posts.open', 1).orWhere('posts.blacklisted', 1))
    .orderBy('posts.id')
    .select<StoredPost[]>('items.*', { post_id: 'posts.id', status: 'posts.status', blacklisted: 'posts.blacklisted' })
    .limit(limit);

export const writeBlacklisted = (trx: Trx, rows: readonly { id: number; blacklisted: 0 | 1; open: 0 | 1 }[]): Promise<void> =>
  updateRows(
    trx,
    'posts',
    rows.map((row) => ({ ...row })),
  );

import type { Db } from '#core/platform/db/connect.ts';

/** JSON text; undefined if never set. */
export async function findSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db('settings').select<{ value: string }[]>('value').where({ key }).first();
  return row?.value;
}

export async function upsertSetting(db: Db, row: { key: string; value: string; updated_at: number }): Promise<void> {
  await db('settings').insert(row).onConflict('key').merge(['value', 'updated_at']);
}

import type { Db } from '#core/platform/db/connect.ts';

export async function readOne(db: Db): Promise<boolean> {
  return (await db('write_turn').select('turn').first()) !== undefined;
}

/** A write that changes nothing, so that a full or read-only disk shows. */
export async function writeOne(db: Db): Promise<void> {
  await db('write_turn').update({ turn: db.raw('turn + 1') });
}

/** Grows when another connection, hence another process, has changed the database; own writes leave it as it is. */
export async function dataVersion(db: Db): Promise<number> {
  const [row] = await db.raw<{ data_version: number }[]>('PRAGMA data_version');
  return row?.data_version ?? 0;
}

export interface JobRow {
  name: string;
  last_success_at: number | null;
}
export const listJobRows = (db: Db): Promise<JobRow[]> => db<JobRow>('jobs').select('name', 'last_success_at').orderBy('name').limit(100);

export async function countRows(db: Db, table: 'users' | 'campaigns' | 'leads'): Promise<number> {
  const row = await db(table).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Empty for a database in memory. */
export async function databaseFileOf(db: Db): Promise<string> {
  const [row] = await db.raw<{ file: string }[]>('PRAGMA database_list');
  return row?.file ?? '';
}

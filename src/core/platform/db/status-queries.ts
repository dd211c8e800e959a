import type { Db } from './connect.ts';

export async function canRead(db: Db): Promise<boolean> {
  return (await db('write_turn').select('turn').first()) !== undefined;
}

/** Writes something that changes nothing. Throws on a full or read-only disk. */
export async function tryWrite(db: Db): Promise<void> {
  await db('write_turn').update({ turn: db.raw('turn + 1') });
}

/** Grows when another connection, hence another process, has changed the database; own writes leave it as it is. */
export async function dataVersion(db: Db): Promise<number> {
  const [row] = await db.raw<{ data_version: number }[]>('PRAGMA data_version');
  return row?.data_version ?? 0;
}

/** Empty for a database in memory. */
export async function databaseFileOf(db: Db): Promise<string> {
  const [row] = await db.raw<{ file: string }[]>('PRAGMA database_list');
  return row?.file ?? '';
}

/** Pages of the database, in bytes: counts what the log has not yet brought into the file. */
export async function databaseBytes(db: Db): Promise<number> {
  const [row] = await db.raw<{ bytes: number }[]>('select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()');
  return row?.bytes ?? 0;
}

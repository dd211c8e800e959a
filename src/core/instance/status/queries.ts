import type { Db } from '#core/platform/db/connect.ts';

export async function countRows(db: Db, table: 'users' | 'campaigns' | 'leads'): Promise<number> {
  const row = await db(table).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

import { anonymizeAudit } from '#core/platform/audit/queries.ts';
import { type DeletionFigures, logDeletion } from '#core/platform/deletion-log-queries.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import type { OwnedTable } from '#core/platform/db/owned.ts';
import { pageSize, readPages } from '#core/platform/db/many-rows.ts';
import type { UserData } from './user-data.ts';

type Row = { [column: string]: string | number | null } & { cursor: number };

/** Pages of a user's rows in a table, found directly or through the table it belongs to. */
export function readOwned(
  db: Db,
  tables: readonly OwnedTable[],
  { table, columns, userId }: { table: OwnedTable; columns: readonly string[]; userId: number },
) {
  const scope = (of: OwnedTable): ReturnType<Db> => {
    const rows = db(of.name);
    if (of.by.parent === 'users') return rows.where(`${of.name}.${of.by.column}`, userId) as ReturnType<Db>;
    const parent = tables.find(({ name }) => name === of.by.parent);
    return (
      parent ? rows.whereIn(`${of.name}.${of.by.column}`, scope(parent).select(`${parent.name}.id`)) : rows.whereRaw('1 = 0')
    ) as ReturnType<Db>;
  };
  const rowid = dialectOf(db).rowNumber(table);
  return readPages<Row>((after) =>
    scope(table)
      .whereRaw(`${rowid} > ?`, [after])
      .select<Row[]>(...columns.map((column) => `${table.name}.${column}`), db.raw(`${rowid} as cursor`))
      .orderByRaw(rowid)
      .limit(pageSize),
  );
}

/** Deletes the account and everything that belongs to it. */
export async function deleteAccount(
  trx: Trx,
  { id, emailKey, now }: { id: number; emailKey: string; now: number },
  { listContent, deleteContent, countSteps }: UserData,
): Promise<void> {
  const content = await listContent(trx, id);
  await trx('beta_applications').where({ email_key: emailKey }).delete();
  const figures: Partial<DeletionFigures> = {};
  for (const count of countSteps) Object.assign(figures, await count(trx, id));
  await anonymizeAudit(trx, id);
  await trx('users').where({ id }).delete();
  await deleteContent(trx, content);
  await logDeletion(trx, { at: now, cause: 'account', ...figures, items: content.imported.length, accounts: 1 });
}

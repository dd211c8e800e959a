import { AppError } from '../../errors.ts';
import type { Db, Trx } from '../connect.ts';

const mark = 'unfinished copy';

/** The mark is a comment, which can be read while the copy holds the tables. */
export async function markUnfinished(target: Db): Promise<void> {
  await target.raw(`comment on table write_turn is '${mark}'`);
}

export async function markFinished(trx: Trx): Promise<void> {
  await trx.raw('comment on table write_turn is null');
}

/** Throws `conflict` for a database that a copy didn't fill: the first visitor would become the admin of an empty instance. */
export async function refuseUnfinished(db: Db): Promise<void> {
  const [row] = await db.raw<{ comment: string | null }[]>(`select obj_description(to_regclass('write_turn'), 'pg_class') as comment`);
  if (row?.comment === mark)
    throw new AppError(
      'conflict',
      'A copy into this database is running or was stopped before its end. Wait for it, or run it again: earshot migrate --to URL',
    );
}

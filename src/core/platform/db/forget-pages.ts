import type { Db } from './connect.ts';

/** Pages of the index that one step may rewrite: others write in between. */
const stepPages = 500;
const maxSteps = 2000;

const totalChanges = async (db: Db): Promise<number> => {
  const [row] = await db.select<{ n: number }[]>(db.raw('total_changes() as n'));
  return row?.n ?? 0;
};

/**
 * Takes what was deleted out of the file too. `secure_delete` overwrites freed rows; the search index keeps words of
 * deleted rows until its parts are merged, and the log keeps old pages until it is emptied.
 */
export async function forgetDeletedPages(db: Db, signal?: AbortSignal): Promise<void> {
  // A negative number begins a merge of everything; the steps after it go on until one changes nothing.
  for (let step = 0; step < maxSteps && !signal?.aborted; step += 1) {
    const before = await totalChanges(db);
    await db.raw(`insert into item_text_fts (item_text_fts, rank) values ('merge', ?)`, [step === 0 ? -stepPages : stepPages]);
    if ((await totalChanges(db)) - before < 2) break;
  }
  await db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
}

import { type Db, transact, type Trx } from './db/connect.ts';

/** A period in which the server didn't run or its clock was changed. */
export interface Gap {
  /** End of the gap, UTC ms. */
  at: number;
  ms: number;
}
interface Clock {
  seenAt: number;
  gaps: Gap[];
}

const only = { id: 1 };

async function readClock(db: Db | Trx): Promise<Clock | null> {
  const row = await db('clock').where(only).first('seen_at', 'gaps');
  return row ? { seenAt: row.seen_at, gaps: JSON.parse(row.gaps) as Gap[] } : null;
}

/** Updates the stored clock with `next`, which gets null the first time. */
export const changeClock = (db: Db, next: (before: Clock | null) => Clock): Promise<void> =>
  transact(db, async (trx) => {
    const { seenAt, gaps } = next(await readClock(trx));
    await trx('clock')
      .insert({ ...only, seen_at: seenAt, gaps: JSON.stringify(gaps) })
      .onConflict('id')
      .merge();
  });

export const listGaps = async (db: Db): Promise<Gap[]> => (await readClock(db))?.gaps ?? [];

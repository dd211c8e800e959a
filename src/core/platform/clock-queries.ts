import { type Db, transact, type Trx } from './db/connect.ts';

/** A stretch that nobody saw pass: the server was off or asleep, or its clock was set. */
export interface Gap {
  /** When it ended, in UTC milliseconds. */
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

/** Stores what `next` makes of the clock as it was; null: never looked at. */
export const changeClock = (db: Db, next: (before: Clock | null) => Clock): Promise<void> =>
  transact(db, async (trx) => {
    const { seenAt, gaps } = next(await readClock(trx));
    await trx('clock')
      .insert({ ...only, seen_at: seenAt, gaps: JSON.stringify(gaps) })
      .onConflict('id')
      .merge();
  });

export const listGaps = async (db: Db): Promise<Gap[]> => (await readClock(db))?.gaps ?? [];

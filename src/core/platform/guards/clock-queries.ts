import { hourMs } from '#shared/time.ts';
import { type Db, transact, type Trx } from '../db/connect.ts';

/** A period in which the server didn't run or its clock was changed. */
interface Gap {
  /** End of the gap, UTC ms. */
  at: number;
  ms: number;
}

/** A running server notes the time every half minute, and a restart takes a few minutes; only longer gaps count. */
const shortestGapMs = hourMs / 6;
/** Time within which a wrong clock should be noticed and corrected. */
const doubtMs = 48 * hourMs;

const only = { id: 1 };

/** The gaps of the last two days, and when the time was last noted. */
async function readClock(db: Db | Trx, now: number): Promise<{ seenAt: number; gaps: Gap[] }> {
  const row = await db('clock').where(only).first('seen_at', 'gaps');
  const gaps = JSON.parse(row?.gaps ?? '[]') as Gap[];
  return { seenAt: row?.seen_at ?? now, gaps: gaps.filter(({ at }) => at <= now && at > now - doubtMs) };
}

/** Notes the time. A gap since the last time is stored for two days, unless the clock is set back before. */
export const noteTime = (db: Db, now: number): Promise<void> =>
  transact(db, async (trx) => {
    const { seenAt, gaps } = await readClock(trx, now);
    const ms = now - seenAt;
    const noted = ms > shortestGapMs ? [...gaps, { at: now, ms }] : gaps;
    await trx('clock')
      .insert({ ...only, seen_at: now, gaps: JSON.stringify(noted) })
      .onConflict('id')
      .merge();
  });

/** The current time minus the gaps of the last two days. Used for deleting by age, so that a clock that jumps ahead deletes nothing. */
export async function steadyTime(db: Db, now: number): Promise<number> {
  const { gaps } = await readClock(db, now);
  return now - gaps.reduce((sum, { ms }) => sum + ms, 0);
}

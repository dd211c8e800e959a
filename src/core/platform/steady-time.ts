import { changeClock, type Gap, listGaps } from './clock-queries.ts';
import type { Db } from './db/connect.ts';

const hourMs = 3_600_000;
/** A running server notes the time every half minute, and a restart takes a few minutes; only longer gaps count. */
const shortestGapMs = hourMs / 6;
/** Time within which a wrong clock should be noticed and corrected. */
const doubtMs = 48 * hourMs;

const inDoubt = (gaps: readonly Gap[], now: number): Gap[] => gaps.filter(({ at }) => at <= now && at > now - doubtMs);

/** Notes the time. A gap since the last time is stored for two days, unless the clock is set back before. */
export const noteTime = (db: Db, now: number): Promise<void> =>
  changeClock(db, (before) => {
    const gaps = inDoubt(before?.gaps ?? [], now);
    const ms = now - (before?.seenAt ?? now);
    return { seenAt: now, gaps: ms > shortestGapMs ? [...gaps, { at: now, ms }] : gaps };
  });

/** The current time minus the gaps of the last two days. Used for deleting by age, so that a clock that jumps ahead deletes nothing. */
export async function steadyTime(db: Db, now: number): Promise<number> {
  const gaps = inDoubt(await listGaps(db), now);
  return now - gaps.reduce((sum, { ms }) => sum + ms, 0);
}

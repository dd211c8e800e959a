import { changeClock, type Gap, listGaps } from './clock-queries.ts';
import type { Db } from './db/connect.ts';

const hourMs = 3_600_000;
/** Between two looks of a running server lies half a minute; a restart takes a few. */
const shortestGapMs = hourMs / 6;
/** A clock that is wrong is noticed and set right within this. */
const doubtMs = 48 * hourMs;

const inDoubt = (gaps: readonly Gap[], now: number): Gap[] => gaps.filter(({ at }) => at <= now && at > now - doubtMs);

/** Looks at the clock: what it skipped since the last look is remembered for two days, unless it goes back meanwhile. */
export const noteTime = (db: Db, now: number): Promise<void> =>
  changeClock(db, (before) => {
    const gaps = inDoubt(before?.gaps ?? [], now);
    const ms = now - (before?.seenAt ?? now);
    return { seenAt: now, gaps: ms > shortestGapMs ? [...gaps, { at: now, ms }] : gaps };
  });

/**
 * Now, less what the clock skipped within the last two days. What is deleted because of its age is measured by this:
 * a clock that jumps ahead by months makes nothing old.
 */
export async function steadyTime(db: Db, now: number): Promise<number> {
  const gaps = inDoubt(await listGaps(db), now);
  return now - gaps.reduce((sum, { ms }) => sum + ms, 0);
}

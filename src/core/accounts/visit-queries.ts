import type { Db, Trx } from '#core/platform/db/connect.ts';
import { minuteMs } from '#shared/time.ts';
import type { UsersRow } from './tables.ts';

/** A visit ends after this long without activity. */
const idleMs = 30 * 60_000;

type Visits = Pick<UsersRow, 'visit_at' | 'previous_visit_at' | 'created_at'>;

function previousOf({ visit_at, previous_visit_at }: Visits, now: number): number | null {
  const isBack = visit_at !== null && now - visit_at > idleMs;
  return isBack ? visit_at : previous_visit_at;
}

/** The end of a user's previous visit (UTC ms), without recording this one. */
export async function readPreviousVisit(db: Db, userId: number, now: number): Promise<number> {
  return (await readVisit(db, userId, now)).previous;
}

/** The same, and whether this visit was recorded less than a minute ago: each record is a commit, which empties the read cache. */
export async function readVisit(db: Db, userId: number, now: number): Promise<{ previous: number; isNoted: boolean }> {
  const row = await db('users').where({ id: userId }).first('visit_at', 'previous_visit_at', 'created_at');
  if (!row) return { previous: now, isNoted: true };
  const isNoted = row.visit_at !== null && Math.abs(now - row.visit_at) < minuteMs;
  return { previous: previousOf(row, now) ?? row.created_at, isNoted };
}

/** Records the user's activity. Returns the end of their previous visit (UTC ms). */
export async function noteVisit(trx: Trx, userId: number, now: number): Promise<number> {
  const row = await trx('users').where({ id: userId }).first('visit_at', 'previous_visit_at', 'created_at');
  if (!row) return now;
  const previous = previousOf(row, now);
  await trx('users').where({ id: userId }).update({ visit_at: now, previous_visit_at: previous });
  return previous ?? row.created_at;
}

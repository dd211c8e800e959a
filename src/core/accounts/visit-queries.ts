import type { Trx } from '#core/platform/db/connect.ts';

/** A visit ends after this long without activity. */
const idleMs = 30 * 60_000;

/** Records the user's activity. Returns the end of their previous visit (UTC ms). */
export async function noteVisit(trx: Trx, userId: number, now: number): Promise<number> {
  const row = await trx('users').where({ id: userId }).first('visit_at', 'previous_visit_at', 'created_at');
  if (!row) return now;
  const isBack = row.visit_at !== null && now - row.visit_at > idleMs;
  const previous = isBack ? row.visit_at : row.previous_visit_at;
  await trx('users').where({ id: userId }).update({ visit_at: now, previous_visit_at: previous });
  return previous ?? row.created_at;
}

import type { Db } from '#core/platform/db/connect.ts';

/** Counts these users' calls on a UTC day, including those in progress. */
export async function countAiCalls(db: Db, userIds: readonly number[], { day, now }: { day: number; now: number }): Promise<number> {
  const made = await db('ai_ledger').whereIn('user_id', userIds).where({ day }).count<{ n: number }>({ n: '*' }).first();
  const held = await db('ai_reservations')
    .whereIn('user_id', userIds)
    .where({ day })
    .where('expires_at', '>', now)
    .count<{ n: number }>({ n: '*' })
    .first();
  return (made?.n ?? 0) + (held?.n ?? 0);
}

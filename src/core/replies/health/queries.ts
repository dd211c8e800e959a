import type { Db } from '#core/platform/db/connect.ts';

/** Number of this user's replies posted since `since` (UTC ms). */
export async function countSent(db: Db, userId: number, since: number): Promise<number> {
  const row = await db('outbox')
    .where({ state: 'sent' })
    .whereRaw('coalesce(sent_by, user_id) = ?', [userId])
    .where('created_at', '>=', since)
    .count<{ n: number }>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

import type { Db } from '#core/platform/db/connect.ts';

/** Number of this person's replies posted from an account since `since` (UTC ms). */
export async function countSent(db: Db, { userId, account, since }: { userId: number; account: string; since: number }): Promise<number> {
  const row = await db('outbox')
    .where({ state: 'sent', account })
    .whereRaw('coalesce(sent_by, user_id) = ?', [userId])
    .where('created_at', '>=', since)
    .count<{ n: number }>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

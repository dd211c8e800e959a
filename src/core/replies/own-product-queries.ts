import type { Db } from '#core/platform/db/connect.ts';
import { brandsOf, type Product } from './own-products.ts';

const listProducts = (db: Db, userId: number): Promise<Product[]> =>
  db('campaigns')
    .where({ user_id: userId, sample: 0 })
    .orderBy('id')
    .limit(500)
    .select<Product[]>('name', 'website_url as website', 'offering');

/** What the user's products are called, and where they stand. */
export const listBrands = async (db: Db, userId: number): Promise<string[]> => brandsOf(await listProducts(db, userId));

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

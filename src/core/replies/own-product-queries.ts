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

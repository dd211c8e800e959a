import type { Trx } from '#core/platform/db/connect.ts';
import { reindex } from './user-content-queries.ts';

const batch = 1000;

/** Fills an empty search index with the texts of all posts. */
export async function indexAllTexts(trx: Trx): Promise<void> {
  for (let after = 0; ;) {
    const ids = await trx('posts').where('item_id', '>', after).distinct().orderBy('item_id').limit(batch).pluck<number[]>('item_id');
    await reindex(trx, ids);
    if (ids.length < batch) return;
    after = ids.at(-1) ?? after;
  }
}

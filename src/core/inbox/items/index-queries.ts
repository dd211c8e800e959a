import type { Db, Trx } from '#core/platform/db/connect.ts';
import { type IndexedText, indexTexts } from '#core/platform/db/text-search.ts';
import { readTexts } from './user-content-queries.ts';

const batch = 1000;

async function readTextsAfter(db: Db, after: number): Promise<IndexedText[]> {
  const ids = await db('posts').where('item_id', '>', after).distinct().orderBy('item_id').limit(batch).pluck<number[]>('item_id');
  return readTexts(db, ids);
}

/** Fills an empty search index with the texts of all posts, which can be in another database. */
export async function indexAllTexts(trx: Trx, source: Db = trx): Promise<void> {
  for (let texts = await readTextsAfter(source, 0); texts.length > 0;) {
    await indexTexts(trx, texts);
    texts = await readTextsAfter(source, texts.at(-1)?.itemId ?? 0);
  }
}

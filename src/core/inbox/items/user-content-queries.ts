import type { ConversationRow, UserContent } from '#core/accounts/user-data.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { pageSize, readPages } from '#core/platform/db/many-rows.ts';
import type { DeletionFigures } from '#core/platform/deletion-log-queries.ts';
import { forgetTexts, type IndexedText, indexTexts } from '#core/platform/db/text-search.ts';

/** Pages of the conversations that the user keeps. */
export const readConversations = (db: Db, userId: number): AsyncIterable<ConversationRow[]> =>
  readPages((after) =>
    db('items')
      // The page is chosen here: PostgreSQL would otherwise read all of the user's items for each page.
      .whereIn(
        'id',
        db('posts').distinct('item_id').where({ user_id: userId }).where('item_id', '>', after).orderBy('item_id').limit(pageSize),
      )
      .select('id', 'fullname', 'kind', 'subreddit', 'author', 'title', 'body', 'url', 'permalink', 'created_at', 'id as cursor')
      .orderBy('id')
      .limit(pageSize),
  );

/** Items that the user imported, for all campaigns or for one. */
async function listImported(trx: Trx, userId: number): Promise<number[]> {
  const campaigns = await trx('campaigns').where({ user_id: userId }).pluck<number[]>('id').limit(100_000);
  const ids: number[] = [];
  for (const scopes of chunked([`user:${userId}`, ...campaigns.map((id) => `campaign:${id}`)], 1))
    ids.push(...(await trx('items').whereIn('scope', scopes).pluck<number[]>('id').limit(10_000_000)));
  return ids;
}

/** What a user imported, and the items their posts were made from. */
export async function listContent(trx: Trx, userId: number): Promise<UserContent> {
  const imported = await listImported(trx, userId);
  const kept = await trx('posts').where({ user_id: userId }).distinct().pluck<number[]>('item_id').limit(10_000_000);
  return { imported, kept };
}

export async function countPosts(trx: Trx, userId: number): Promise<Pick<DeletionFigures, 'posts' | 'people'>> {
  const posts = await trx('posts').where({ user_id: userId }).count<{ n: number }>({ n: '*' }).first();
  const leads = await trx('leads').where({ user_id: userId }).count<{ n: number }>({ n: '*' }).first();
  return { posts: posts?.n ?? 0, people: leads?.n ?? 0 };
}

/** The texts of those items that somebody has a post of. */
export async function readTexts(db: Db, itemIds: readonly number[]): Promise<IndexedText[]> {
  const items = await db('items').whereIn('id', itemIds).select('id', 'title', 'body', 'author').orderBy('id').limit(itemIds.length);
  const owners = await db('posts')
    .whereIn('item_id', itemIds)
    .distinct()
    .select<{ item_id: number; user_id: number }[]>('item_id', 'user_id')
    .limit(1_000_000);
  const byItem = Map.groupBy(owners, ({ item_id }) => item_id);
  return items.flatMap(({ id, title, body, author }) => {
    const userIds = byItem.get(id)?.map(({ user_id }) => user_id);
    return userIds === undefined ? [] : [{ itemId: id, title, body, author, userIds }];
  });
}

/** Updates the owners in the search index, so that it no longer lists a deleted user. */
export async function reindex(trx: Trx, itemIds: readonly number[]): Promise<void> {
  for (const ids of chunked(itemIds, 1)) {
    const texts = await readTexts(trx, ids);
    const kept = new Set(texts.map(({ itemId }) => itemId));
    await forgetTexts(
      trx,
      ids.filter((id) => !kept.has(id)),
    );
    await indexTexts(trx, texts);
  }
}

/** Deletes a user's imported items and updates the search index. Runs after the user's own rows are deleted. */
export async function deleteContent(trx: Trx, { imported, kept }: UserContent): Promise<void> {
  const gone = new Set(imported);
  await forgetTexts(trx, imported);
  for (const ids of chunked(imported, 1)) await trx('items').whereIn('id', ids).delete();
  await reindex(
    trx,
    kept.filter((item) => !gone.has(item)),
  );
}

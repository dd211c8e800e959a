import type { Db } from '#core/platform/db/connect.ts';

interface Person {
  user_id: number;
  author_key: string;
}

/** What a user has of a person besides an item: how many other posts were found, and when they were last contacted. */
export async function readPerson(db: Db, { user_id, author_key }: Person, itemId: number) {
  const posts = await db('posts')
    .whereIn('campaign_id', db('campaigns').select('id').where({ user_id }))
    .where({ author_key })
    .whereNot({ item_id: itemId })
    .first<{ n: number }>(db.raw('count(distinct item_id) as n'));
  const lead = await db('leads').where({ user_id, author_key }).max<{ at: number | null }>({ at: 'contacted_at' }).first();
  return { otherPosts: posts.n, contactedAt: lead?.at ?? null };
}

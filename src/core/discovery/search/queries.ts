import type { Db } from '#core/platform/db/connect.ts';

/** Fullname → a campaign's post of it, open or archived. */
export async function listKeptPosts(db: Db, campaignId: number, fullnames: readonly string[]): Promise<Map<string, string>> {
  const rows = await db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.campaign_id', campaignId)
    .whereIn('items.fullname', fullnames)
    .select('posts.id', 'items.fullname')
    .limit(fullnames.length * 3);
  return new Map(rows.map(({ id, fullname }) => [fullname, String(id)]));
}

import type { Knex } from 'knex';

/** For searches of posts and leads: what the lists filter and sort by is read from the index alone for each matching text. */
export async function postsByItem(db: Knex): Promise<void> {
  const score = ['static_points', 'recency_points', 'cap', 'created_at'];
  const filters = ['campaign_id', 'status', 'kind', 'subreddit_key', 'seen_at'];
  await db.schema.alterTable('posts', (table) => {
    table.index(['user_id', 'item_id', 'open', ...score, ...filters, 'lead_id'], 'posts_by_item');
  });
}

import type { Knex } from 'knex';

/** For lists of leads from one subreddit: without it, the posts of all leads were read. */
export async function leadsBySubreddit(db: Knex): Promise<void> {
  await db.schema.alterTable('posts', (table) => {
    table.index(['user_id', 'subreddit_key', 'lead_id'], 'posts_of_leads', { predicate: db.whereNotNull('lead_id') });
  });
}

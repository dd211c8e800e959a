import type { Knex } from 'knex';

/** For a search of leads: which items a user's leads wrote is read from the index alone, instead of from everyone's posts. */
export async function itemsOfLeads(db: Knex): Promise<void> {
  await db.schema.alterTable('posts', (table) => {
    table.dropIndex([], 'posts_of_leads');
    table.index(['user_id', 'subreddit_key', 'lead_id', 'item_id'], 'posts_of_leads', { predicate: db.whereNotNull('lead_id') });
  });
}

import type { Knex } from 'knex';

/** Posts that a model should still judge are few among many, and looked for after every batch. */
export async function withoutAi(db: Knex): Promise<void> {
  await db.schema.alterTable('posts', (table) => {
    table.index(['user_id', 'campaign_id'], 'posts_without_ai', { predicate: db.whereRaw("scored_by = 'without-ai'") });
  });
}

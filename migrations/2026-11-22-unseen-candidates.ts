import type { Knex } from 'knex';

/** What a campaign did not keep, though a model may see more in it: no text, only which item it is. */
export async function unseenCandidates(db: Knex): Promise<void> {
  await db.schema.createTable('unseen_candidates', (table) => {
    table.integer('campaign_id').notNullable().references('campaigns.id').onDelete('CASCADE');
    table.integer('item_id').notNullable().references('items.id').onDelete('CASCADE').index();
    table.primary(['campaign_id', 'item_id']);
    table.integer('profile_version').notNullable();
    /** `gate`: passed the gate and stayed below the floor. `audit`: a sample of everything else that was not kept. */
    table.text('route').notNullable();
    /** What the built-in scorer gave it, to ask about the best first. */
    table.integer('score').notNullable();
    table.integer('found_at').notNullable();
    /** When a model was asked; null until then. */
    table.integer('asked_at');
    table.index(['route', 'score'], 'unseen_to_ask', { predicate: db.whereNull('asked_at') });
  });
}

import type { Knex } from 'knex';
import { time } from './columns.ts';

/** Items that a campaign didn't keep but a model may score higher: only their ids, no text. */
export async function unseenCandidates(db: Knex): Promise<void> {
  await db.schema.createTable('unseen_candidates', (table) => {
    table.integer('campaign_id').notNullable().references('campaigns.id').onDelete('CASCADE');
    table.integer('item_id').notNullable().references('items.id').onDelete('CASCADE').index();
    table.primary(['campaign_id', 'item_id']);
    table.integer('profile_version').notNullable();
    /** `gate`: passed the gate but stayed below the floor. `audit`: a sample of all others that weren't kept. */
    table.text('route').notNullable();
    /** The built-in score, by which the best are asked about first. */
    table.integer('score').notNullable();
    time(table, 'found_at').notNullable();
    /** When a model was asked; null before that. */
    time(table, 'asked_at');
    table.index(['route', 'score'], 'unseen_to_ask', { predicate: db.whereNull('asked_at') });
  });
}

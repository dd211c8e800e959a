import type { Knex } from 'knex';
import { count, time } from './columns.ts';

/** Model calls and their cost. Days are UTC days since 1970. */
export async function ai(db: Knex): Promise<void> {
  await db.schema.createTable('ai_ledger', (table) => {
    table.increments('id');
    time(table, 'at').notNullable();
    table.integer('day').notNullable();
    // The instance's total remains after the user's account is deleted.
    table.integer('user_id').references('users.id').onDelete('SET NULL');
    table.integer('campaign_id').references('campaigns.id').onDelete('SET NULL').index();
    table.integer('lead_id').references('leads.id').onDelete('SET NULL').index();
    table.text('provider').notNullable();
    table.text('model').notNullable();
    table.text('purpose').notNullable();
    table.integer('tokens_in').notNullable();
    table.integer('tokens_out').notNullable();
    /** Null when no price is configured for the model. */
    table.double('cost');
    count(table, 'items');
    /** For audits: items that the gate would have missed. */
    count(table, 'missed');
    /** Empty, or how the call failed. */
    table.text('failure').notNullable().defaultTo('');
    table.index(['day', 'user_id']);
  });
  await db.schema.createTable('ai_reservations', (table) => {
    table.increments('id');
    table.integer('day').notNullable().index();
    table.integer('user_id').references('users.id').onDelete('SET NULL');
    table.integer('tokens').notNullable();
    time(table, 'expires_at').notNullable();
  });
  await db.schema.createTable('ai_cache', (table) => {
    table.text('key').primary();
    /** Fullname of the item, so that the response is deleted with it. */
    table.text('subject').notNullable().index();
    table.text('answer').notNullable();
    time(table, 'used_at').notNullable().index();
  });
  /** How a model on a server is asked, as tried on sample posts. */
  await db.schema.createTable('ai_ways', (table) => {
    /** Provider, address, and model. */
    table.text('key').primary();
    table.text('way').notNullable();
    /** Tokens for thoughts. */
    table.integer('room').notNullable();
    time(table, 'found_at').notNullable();
  });
}

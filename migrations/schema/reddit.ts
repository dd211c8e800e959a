import type { Knex } from 'knex';
import { flag, owner, time } from './columns.ts';

/** Connected Reddit accounts, and facts about subreddits. */
export async function reddit(db: Knex): Promise<void> {
  await db.schema.createTable('reddit_states', (table) => {
    table.text('state_hash').primary();
    owner(table).index();
    table.text('scopes').notNullable();
    time(table, 'expires_at').notNullable().index();
  });
  await db.schema.createTable('reddit_accounts', (table) => {
    table.increments('id');
    owner(table);
    table.text('username').notNullable();
    /** Used where none is chosen; if no account of a person has it, the oldest one is. */
    flag(table, 'is_default');
    /** Separated by spaces: requested by us, and granted by Reddit. */
    table.text('requested_scopes').notNullable();
    table.text('scopes').notNullable();
    table.text('access_sealed').notNullable();
    table.text('refresh_sealed').notNullable();
    time(table, 'expires_at').notNullable();
    flag(table, 'needs_reconnect');
    table.text('last_error');
    /** Incremented with every change of the tokens, so that a late refresh doesn't overwrite a newer connection. */
    table.integer('version').notNullable().defaultTo(1);
    time(table, 'connected_at').notNullable();
    table.unique(['user_id', 'username']);
  });
  /** Public subreddits only. What only members can see is fetched each time and never stored. */
  await db.schema.createTable('subreddits', (table) => {
    table.text('name_key').primary();
    table.text('name').notNullable();
    /** Facts, rules, and post requirements as JSON; null if they weren't read. */
    table.text('about');
    table.text('rules');
    table.text('requirements');
    time(table, 'read_at');
    time(table, 'tried_at').notNullable();
    table.text('failure');
    table.text('error');
  });
  /** The request budget that several servers on one PostgreSQL database share. */
  await db.schema.createTable('shared_budgets', (table) => {
    /** A digest of the client ID, or `feeds`. */
    table.text('name').primary();
    /** JSON; its form is up to who uses the budget. */
    table.text('state').notNullable();
    time(table, 'changed_at').notNullable();
  });
}

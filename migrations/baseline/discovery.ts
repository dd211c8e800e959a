import type { Knex } from 'knex';
import { campaign, flag, json, owner, time } from '../columns.ts';

/** Runs, the streams they read, and the blacklist. */
export async function discovery(db: Knex): Promise<void> {
  await db.schema.createTable('runs', (table) => {
    table.increments('id');
    campaign(table);
    owner(table);
    table.text('source').notNullable();
    time(table, 'started_at').notNullable();
    time(table, 'finished_at');
    table.text('state').notNullable();
    json(table, 'counts', '{}');
    json(table, 'filtered', '{}');
    json(table, 'places');
    table.text('error');
    table.index(['campaign_id', 'started_at']);
    table.index(['started_at']);
    table.index(['state']);
  });
  await db.schema.createTable('streams', (table) => {
    table.increments('id');
    table.text('source').notNullable();
    table.text('kind').notNullable();
    table.text('name_key').notNullable();
    table.text('name').notNullable();
    table.text('state').notNullable();
    time(table, 'last_success_at');
    time(table, 'last_try_at');
    time(table, 'newest_at');
    table.integer('items').notNullable().defaultTo(0);
    time(table, 'gap_from');
    time(table, 'gap_to');
    table.text('failure');
    table.text('error');
    time(table, 'next_try_at');
    table.unique(['source', 'kind', 'name_key']);
  });
  await db.schema.createTable('stream_readings', (table) => {
    table.integer('stream_id').notNullable().references('streams.id').onDelete('CASCADE');
    /** UTC ms / 1,800,000. */
    table.integer('half_hour').notNullable();
    table.integer('items').notNullable();
    flag(table, 'failed');
    table.primary(['stream_id', 'half_hour']);
  });
  await db.schema.createTable('blacklist', (table) => {
    table.increments('id');
    table.text('kind').notNullable();
    table.text('value').notNullable();
    table.text('note').notNullable().defaultTo('');
    time(table, 'created_at').notNullable();
    table.unique(['kind', 'value']);
  });
  /** Unmatched items are deleted after two days by default, so they are counted when scored. */
  await db.schema.createTable('fetch_hours', (table) => {
    campaign(table);
    owner(table).index();
    table.integer('hour').notNullable();
    table.integer('heard').notNullable();
    table.integer('matched').notNullable();
    /** JSON: subreddit → [fetched, matched]. */
    table.text('places').notNullable();
    table.primary(['campaign_id', 'hour']);
  });
}

import type { Knex } from 'knex';
import { flag, json, time } from '../columns.ts';

/** State shared by all processes of an instance. */
export async function platform(db: Knex): Promise<void> {
  await db.schema.createTable('write_turn', (table) => void table.integer('turn').notNullable());
  await db('write_turn').insert({ turn: 0 });
  await db.schema.createTable('jobs', (table) => {
    table.text('name').primary();
    /** Runs due after this time count as missed until the job first succeeds. */
    time(table, 'known_since').notNullable();
    table.text('lease_owner');
    time(table, 'lease_until');
    time(table, 'last_started_at');
    time(table, 'last_success_at');
    time(table, 'last_failure_at');
    table.text('last_error');
    json(table, 'last_summary', '{}');
  });
  await db.schema.createTable('audit', (table) => {
    table.increments('id');
    time(table, 'at').notNullable().index();
    table.integer('actor_id');
    table.text('action').notNullable();
    table.text('target');
    json(table, 'details', '{}');
    table.text('address');
  });
  await db.schema.createTable('attempts', (table) => {
    table.text('key').primary();
    table.integer('count').notNullable();
    time(table, 'first_at').notNullable();
    time(table, 'last_at').notNullable();
    time(table, 'blocked_until').notNullable().defaultTo(0);
  });
  /** Numbers only: nothing here reveals what was deleted or whose it was. */
  await db.schema.createTable('deletion_log', (table) => {
    table.increments('id');
    time(table, 'at').notNullable().index();
    table.text('cause').notNullable();
    for (const kind of ['items', 'posts', 'people', 'answers', 'timeline', 'notices', 'accounts', 'other']) flag(table, kind);
  });
}

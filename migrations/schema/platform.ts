import type { Knex } from 'knex';
import { isPostgres } from '../engine.ts';
import { count, json, time } from './columns.ts';

/** State shared by all processes of an instance. */
export async function platform(db: Knex): Promise<void> {
  /** A single number that grows with every change that another process must learn of. */
  await db.schema.createTable('write_turn', (table) => void table.integer('turn').notNullable());
  await db('write_turn').insert({ turn: 0 });
  /** When the server last checked its clock, and recent jumps of the clock. */
  await db.schema.createTable('clock', (table) => {
    table.integer('id').primary();
    time(table, 'seen_at').notNullable();
    json(table, 'gaps');
  });
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
  /** The newest of each kind of background work that failed each time. Empty on PostgreSQL, where pg-boss keeps it. */
  await db.schema.createTable('dead_letters', (table) => {
    table.text('name').primary();
    table.integer('attempts').notNullable();
    time(table, 'failed_at').notNullable();
  });
  // What doesn't fit into a notification; socket.io's adapter names the columns.
  if (isPostgres(db))
    await db.raw(
      'create table socket_io_attachments (id bigserial primary key, created_at timestamptz not null default now(), payload bytea)',
    );
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
    for (const kind of ['items', 'posts', 'people', 'answers', 'timeline', 'notices', 'accounts', 'other']) count(table, kind);
  });
}

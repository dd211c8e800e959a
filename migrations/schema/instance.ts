import type { Knex } from 'knex';
import { owner, time } from './columns.ts';

/** Admins' settings, and users' feedback and votes. */
export async function instance(db: Knex): Promise<void> {
  await db.schema.createTable('settings', (table) => {
    table.text('key').primary();
    table.text('value').notNullable();
    time(table, 'updated_at').notNullable();
  });
  /** Configuration values that admins set in the browser; secrets are sealed. */
  await db.schema.createTable('connections', (table) => {
    /** Such as `reddit.clientId`. */
    table.text('key').primary();
    /** JSON; null for a secret. */
    table.text('value');
    table.text('sealed');
    time(table, 'saved_at').notNullable();
  });
  await db.schema.createTable('feedback', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('kind').notNullable();
    table.text('message').notNullable();
    table.text('page').notNullable();
    table.text('status').notNullable();
    table.text('reply').notNullable().defaultTo('');
    time(table, 'replied_at');
    time(table, 'created_at').notNullable();
    table.index(['status', 'id']);
  });
  await db.schema.createTable('feedback_pictures', (table) => {
    table.integer('feedback_id').primary().references('feedback.id').onDelete('CASCADE');
    /** A data URL. */
    table.text('picture').notNullable();
  });
  await db.schema.createTable('roadmap', (table) => {
    table.increments('id');
    table.text('title').notNullable();
    table.text('text').notNullable();
    table.text('status').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'updated_at').notNullable();
  });
  await db.schema.createTable('roadmap_votes', (table) => {
    table.integer('roadmap_id').notNullable().references('roadmap.id').onDelete('CASCADE');
    /** `user:ID`, or `guest:` and the digest of a cookie. */
    table.text('voter').notNullable();
    table.integer('user_id').references('users.id').onDelete('CASCADE').index();
    /** Keyed digest of a guest's network; null for accounts. */
    table.text('network');
    time(table, 'created_at').notNullable();
    table.primary(['roadmap_id', 'voter']);
    table.index(['network', 'created_at']);
  });
}

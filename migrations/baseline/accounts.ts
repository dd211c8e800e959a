import type { Knex } from 'knex';
import { flag, json, owner, time } from '../columns.ts';

/** Users, their API tokens, invitations, plans, and billing. */
export async function accounts(db: Knex): Promise<void> {
  await db.schema.createTable('users', (table) => {
    table.increments('id');
    table.text('username').notNullable();
    table.text('username_key').notNullable().unique();
    table.text('email').notNullable();
    table.text('email_key').notNullable().unique();
    table.text('password_hash').notNullable();
    table.text('role').notNullable();
    flag(table, 'disabled');
    table.integer('token_version').notNullable().defaultTo(1);
    table.text('plan').notNullable().defaultTo('free');
    json(table, 'settings', '{}');
    time(table, 'created_at').notNullable();
    time(table, 'last_login_at');
    time(table, 'visit_at');
    time(table, 'previous_visit_at');
  });
  await db.schema.createTable('password_resets', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('token_hash').notNullable().unique();
    time(table, 'expires_at').notNullable();
    time(table, 'used_at');
  });
  await db.schema.createTable('api_tokens', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('name').notNullable();
    table.text('token_hash').notNullable().unique();
    /** First characters, for recognizing it. */
    table.text('hint').notNullable();
    table.text('scope').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'last_used_at');
  });
  await db.schema.createTable('beta_applications', (table) => {
    table.increments('id');
    table.text('email').notNullable();
    table.text('email_key').notNullable().unique();
    table.text('name').notNullable();
    table.text('use_case').notNullable();
    table.text('status').notNullable().index();
    table.text('token_hash').unique();
    time(table, 'token_expires_at');
    time(table, 'created_at').notNullable();
    time(table, 'decided_at');
    time(table, 'verified_at');
  });
  /** The configured plans, so that the statement that would exceed a limit can enforce it. Null means no limit. */
  await db.schema.createTable('plan_limits', (table) => {
    table.text('id').primary();
    table.integer('position').notNullable();
    table.integer('campaigns');
    table.integer('leads_per_month');
    table.integer('ai_calls_per_day');
    table.integer('seats');
  });
  await db.schema.createTable('plan_use', (table) => {
    owner(table);
    /** Months since January 1970, in UTC. */
    table.integer('month').notNullable();
    table.integer('leads').notNullable();
    table.primary(['user_id', 'month']);
  });
  await db.schema.createTable('plan_seats', (table) => {
    table.increments('id');
    owner(table);
    table.text('email').notNullable();
    table.text('email_key').notNullable().index();
    /** Null until a user with that email address accepts it. */
    table.integer('member_id').references('users.id').onDelete('CASCADE').unique();
    time(table, 'created_at').notNullable();
    table.unique(['user_id', 'email_key']);
  });
  await db.schema.createTable('billing_accounts', (table) => {
    table.integer('user_id').references('users.id').onDelete('CASCADE').primary();
    table.text('customer_id').notNullable().unique();
    table.text('subscription_id');
    table.text('state').notNullable();
    /** The paid plan; null without one. */
    table.text('plan');
    time(table, 'period_end');
    flag(table, 'cancels_at_period_end');
    time(table, 'synced_at').notNullable();
  });
  await db.schema.createTable('billing_events', (table) => {
    table.text('id').primary();
    table.text('type').notNullable();
    time(table, 'received_at').notNullable().index();
  });
}

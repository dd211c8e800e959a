import type { Knex } from 'knex';
import { count, flag, json, owner, person, time } from './columns.ts';

/** Notifications, the channels they are sent over, and the state of each message. */
export async function notifications(db: Knex): Promise<void> {
  await db.schema.createTable('notifications', (table) => {
    table.increments('id');
    owner(table);
    /** Whom in the workspace it is for; null: everybody. */
    table.integer('person_id').references('users.id').onDelete('CASCADE').index();
    /** Identifies the event, so that its user is notified once. */
    table.text('key').notNullable();
    table.text('kind').notNullable();
    table.integer('campaign_id').references('campaigns.id').onDelete('CASCADE').index();
    table.integer('lead_id').references('leads.id').onDelete('CASCADE').index();
    table.integer('post_id').references('posts.id').onDelete('SET NULL').index();
    /** Our own text. Reddit users' texts are read from `items`, so that deleting them there deletes them here. */
    table.text('title').notNullable().defaultTo('');
    table.text('text').notNullable().defaultTo('');
    table.text('path').notNullable().defaultTo('');
    time(table, 'created_at').notNullable().index();
    /** When the first person did; those of `notification_reads` have. */
    time(table, 'read_at');
    /** For a lead that no model has scored although one is configured. */
    flag(table, 'unconfirmed');
    table.unique(['user_id', 'key']);
    table.index(['user_id', 'read_at', 'id']);
  });
  await db.schema.createTable('notification_reads', (table) => {
    table.integer('notice_id').notNullable().references('notifications.id').onDelete('CASCADE');
    owner(table).index();
    table.primary(['notice_id', 'user_id']);
  });
  await db.schema.createTable('notification_channels', (table) => {
    table.increments('id');
    owner(table).index();
    /** The token of the program that added it, and alone may change it; it ends with the token. */
    table.integer('token_id').references('api_tokens.id').onDelete('CASCADE').index();
    /** Paused when they leave the workspace. */
    person(table, 'made_by').index();
    table.text('kind').notNullable();
    table.text('name').notNullable();
    /** Addresses and keys, encrypted. */
    table.text('target_sealed').notNullable();
    /** The part of the address that may be shown. */
    table.text('hint').notNullable();
    json(table, 'kinds');
    table.integer('min_score').notNullable();
    /** Empty: all. */
    json(table, 'campaign_ids');
    table.text('pace').notNullable();
    table.integer('hour').notNullable();
    /** 1: Monday. */
    table.integer('weekday').notNullable();
    table.text('quiet_from');
    table.text('quiet_to');
    table.text('zone').notNullable();
    /** Null while active. */
    table.text('paused');
    /** Consecutive failed attempts. */
    count(table, 'failures');
    table.text('last_error');
    time(table, 'last_error_at');
    time(table, 'last_sent_at');
    time(table, 'tested_at');
    time(table, 'created_at').notNullable();
  });
  await db.schema.createTable('notification_messages', (table) => {
    table.increments('id');
    owner(table);
    table.integer('channel_id').notNullable().references('notification_channels.id').onDelete('CASCADE');
    /** The id that the receiver sees; the same in every attempt. */
    table.text('event_id').notNullable().unique();
    table.text('state').notNullable();
    time(table, 'due_at').notNullable();
    /** The attempt that holds the lease; an attempt that lost it must not write. */
    table.text('attempt');
    time(table, 'lease_until');
    count(table, 'tries');
    table.text('error');
    time(table, 'created_at').notNullable();
    time(table, 'settled_at');
    table.index(['state', 'due_at']);
    table.index(['channel_id', 'state']);
    table.index(['user_id']);
  });
  await db.schema.createTable('notification_attempts', (table) => {
    table.increments('id');
    owner(table).index();
    table.integer('channel_id').notNullable().references('notification_channels.id').onDelete('CASCADE');
    /** Null for a test. */
    table.integer('message_id').references('notification_messages.id').onDelete('CASCADE').index();
    /** JSON: names of what it told of. */
    json(table, 'events');
    time(table, 'at').notNullable().index();
    table.text('result').notNullable();
    table.text('reason').notNullable();
    /** Of HTTP; null without an answer. */
    table.integer('status');
    table.integer('ms').notNullable();
    /** The beginning of the answer: untrusted. */
    table.text('answer').notNullable();
    table.index(['channel_id', 'id']);
  });
  await db.schema.createTable('notification_deliveries', (table) => {
    table.increments('id');
    owner(table).index();
    table.integer('channel_id').notNullable().references('notification_channels.id').onDelete('CASCADE');
    table.integer('notice_id').notNullable().references('notifications.id').onDelete('CASCADE').index();
    /** Null until it is part of a message. */
    table.integer('message_id').references('notification_messages.id').onDelete('CASCADE').index();
    time(table, 'due_at').notNullable();
    table.unique(['channel_id', 'notice_id']);
    table.index(['message_id', 'due_at']);
  });
}

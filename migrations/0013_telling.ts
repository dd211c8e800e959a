import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
const json = (table: Table, name: string) => table.text(name).notNullable().defaultTo('[]');

/** What users are told, by which ways, and what became of it. Times are UTC milliseconds. */
export async function telling(db: Knex): Promise<void> {
  await db.schema.createTable('notices', (table) => {
    table.increments('id');
    owner(table);
    /** Names what happened, so that it is told once. */
    table.text('key').notNullable();
    table.text('kind').notNullable();
    table.integer('campaign_id').references('campaigns.id').onDelete('CASCADE').index();
    table.integer('lead_id').references('leads.id').onDelete('CASCADE').index();
    table.integer('post_id').references('posts.id').onDelete('SET NULL').index();
    /** Our words. What people wrote on Reddit is read from where it is kept, so that it goes with it. */
    table.text('title').notNullable().defaultTo('');
    table.text('text').notNullable().defaultTo('');
    table.text('path').notNullable().defaultTo('');
    time(table, 'created_at').notNullable().index();
    time(table, 'read_at');
    table.unique(['user_id', 'key']);
    table.index(['user_id', 'read_at', 'id']);
  });
  await db.schema.createTable('notify_channels', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('kind').notNullable();
    table.text('name').notNullable();
    /** Addresses and keys, encrypted. */
    table.text('target_sealed').notNullable();
    /** What may be shown of the address. */
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
    /** Null: active. */
    table.text('paused');
    /** Tries in a row that did not work. */
    table.integer('failures').notNullable().defaultTo(0);
    table.text('last_error');
    time(table, 'last_error_at');
    time(table, 'last_sent_at');
    time(table, 'tested_at');
    time(table, 'created_at').notNullable();
  });
  await db.schema.createTable('notify_messages', (table) => {
    table.increments('id');
    owner(table);
    table.integer('channel_id').notNullable().references('notify_channels.id').onDelete('CASCADE');
    /** What the receiver knows it by; the same in every try. */
    table.text('event_id').notNullable().unique();
    table.text('state').notNullable();
    time(table, 'due_at').notNullable();
    /** Names the process's try while it lasts; a try that lost its lease may no longer write. */
    table.text('attempt');
    time(table, 'lease_until');
    table.integer('tries').notNullable().defaultTo(0);
    table.text('error');
    time(table, 'created_at').notNullable();
    time(table, 'settled_at');
    table.index(['state', 'due_at']);
    table.index(['channel_id', 'state']);
    table.index(['user_id']);
  });
  await db.schema.createTable('notify_deliveries', (table) => {
    table.increments('id');
    owner(table).index();
    table.integer('channel_id').notNullable().references('notify_channels.id').onDelete('CASCADE');
    table.integer('notice_id').notNullable().references('notices.id').onDelete('CASCADE').index();
    /** Null until it is put into a message. */
    table.integer('message_id').references('notify_messages.id').onDelete('CASCADE').index();
    time(table, 'due_at').notNullable();
    table.unique(['channel_id', 'notice_id']);
    table.index(['message_id', 'due_at']);
  });
  // Leads up to this one are told of; those of before are no news.
  await db.schema.createTable('notify_cursor', (table) => void table.integer('lead_id').notNullable());
  await db.raw('insert into notify_cursor (lead_id) select coalesce(max(id), 0) from leads');
}

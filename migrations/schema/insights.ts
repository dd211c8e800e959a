import type { Knex } from 'knex';
import { campaign, count, flag, json, owner, person, time } from './columns.ts';

const dayCounts = ['fetched', 'matched', 'posts', 'leads', 'contacted', 'replied', 'won', 'dismissed', 'good', 'bad'];
const dayDetails = ['found', 'answered', 'written', 'subreddits', 'rules', 'latency'];

/** Daily figures of campaigns, and mentions of competitors. */
export async function insights(db: Knex): Promise<void> {
  await db.schema.createTable('campaign_days', (table) => {
    campaign(table);
    owner(table);
    table.integer('day').notNullable();
    for (const name of dayCounts) table.integer(name).notNullable();
    for (const name of dayDetails) table.text(name).notNullable();
    table.primary(['campaign_id', 'day']);
    table.index(['user_id', 'day']);
  });
  /** Days whose figures changed since they were last counted; triggers mark them (`stale-days.ts`). No foreign key, because deleting a campaign marks its days too. */
  await db.schema.createTable('stale_days', (table) => {
    table.integer('campaign_id').notNullable();
    table.integer('day').notNullable();
    table.primary(['campaign_id', 'day']);
    table.index(['day']);
  });
  await db.schema.createTable('competitors', (table) => {
    table.increments('id');
    owner(table);
    table.text('name').notNullable();
    table.text('name_key').notNullable();
    json(table, 'aliases');
    table.text('website').notNullable().defaultTo('');
    /** Terms of which one must occur for an ambiguous name to count as a mention. */
    json(table, 'keywords');
    table.text('notes').notNullable().defaultTo('');
    /** 1: the user's own product, for the share of voice. */
    flag(table, 'own');
    /** Items up to this `seq` have been searched. */
    table.integer('read_seq').notNullable().defaultTo(0);
    time(table, 'searched_at');
    table.text('search_error');
    time(table, 'created_at').notNullable();
    time(table, 'updated_at').notNullable();
    table.unique(['user_id', 'name_key']);
    table.index(['read_seq']);
  });
  await db.schema.createTable('competitor_mentions', (table) => {
    table.increments('id');
    table.integer('competitor_id').notNullable().references('competitors.id').onDelete('CASCADE');
    owner(table);
    table.integer('item_id').notNullable().references('items.id').onDelete('CASCADE').index();
    table.text('kind').notNullable();
    /** Also for a mention that looks for an alternative. */
    flag(table, 'complains');
    /** -1 to 1; null when unknown. */
    table.float('sentiment');
    /** Position of the sentence: only offsets are stored, so that a deleted text is gone here too. */
    table.text('field').notNullable();
    table.integer('start').notNullable();
    table.integer('end').notNullable();
    json(table, 'topics');
    time(table, 'created_at').notNullable();
    table.unique(['competitor_id', 'item_id']);
    table.index(['user_id', 'created_at', 'id', 'competitor_id', 'kind']);
    table.index(['competitor_id', 'created_at', 'id', 'kind']);
  });
  /** Reports that are sent by email. */
  await db.schema.createTable('report_schedules', (table) => {
    table.increments('id');
    owner(table).index();
    /** Null: all campaigns. */
    table.integer('campaign_id').references('campaigns.id').onDelete('CASCADE').index();
    /** Paused when they leave the workspace. */
    person(table, 'made_by').index();
    json(table, 'competitor_ids');
    table.text('pace').notNullable();
    /** Of the week, 1 for Monday, or of the month. */
    table.integer('day').notNullable();
    table.integer('hour').notNullable();
    /** For an owner without a time zone. */
    table.text('zone').notNullable();
    time(table, 'due_at').notNullable().index();
    /** When the last one was due. */
    time(table, 'issued_at');
    /** Why it sends nothing; null while it does. */
    table.text('paused');
    time(table, 'created_at').notNullable();
  });
  await db.schema.createTable('report_recipients', (table) => {
    table.increments('id');
    table.integer('schedule_id').notNullable().references('report_schedules.id').onDelete('CASCADE');
    table.text('email').notNullable();
    table.text('email_key').notNullable();
    time(table, 'last_sent_at');
    /** Why the last attempt failed. */
    table.text('error');
    time(table, 'error_at');
    table.unique(['schedule_id', 'email_key']);
  });
  /** Addresses that get no report of this workspace, whoever adds them. */
  await db.schema.createTable('report_unsubscribes', (table) => {
    owner(table);
    table.text('email_key').notNullable();
    time(table, 'created_at').notNullable();
    table.primary(['user_id', 'email_key']);
  });
  /** Reports that are read by a link. */
  await db.schema.createTable('shared_reports', (table) => {
    table.increments('id');
    owner(table).index();
    /** Null: all campaigns. */
    table.integer('campaign_id').references('campaigns.id').onDelete('CASCADE').index();
    table.text('token_hash').notNullable().unique();
    /** First and last day, as dates in the zone. */
    table.text('from_day').notNullable();
    table.text('to_day').notNullable();
    table.text('zone').notNullable();
    /** Competitors among which the share of voice is shown. */
    json(table, 'competitor_ids');
    time(table, 'created_at').notNullable();
    time(table, 'expires_at').notNullable();
    time(table, 'last_opened_at');
    /** The user's security stamp when it was given out. */
    table.bigInteger('stamp').notNullable();
    /** For one that was sent by email: its link ends with the schedule. */
    table.integer('schedule_id').references('report_schedules.id').onDelete('CASCADE').index();
  });
  /** Emails with reports until they are sent or given up. */
  await db.schema.createTable('report_emails', (table) => {
    table.increments('id');
    table.integer('report_id').notNullable().references('shared_reports.id').onDelete('CASCADE');
    table.integer('recipient_id').notNullable().references('report_recipients.id').onDelete('CASCADE').index();
    /** The same in each attempt, so that an email program knows a repeated message. */
    table.text('message_id').notNullable();
    count(table, 'tries');
    time(table, 'due_at').notNullable().index();
    /** Held by a server that sends it, until then. */
    time(table, 'lease_until');
    table.text('attempt');
    time(table, 'created_at').notNullable();
    table.unique(['report_id', 'recipient_id']);
  });
  /** What reports show of whoever shares them. */
  await db.schema.createTable('report_brands', (table) => {
    table.integer('user_id').primary().references('users.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('accent').notNullable();
    /** A picture as a data URL. */
    table.text('logo');
  });
}

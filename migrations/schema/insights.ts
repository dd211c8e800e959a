import type { Knex } from 'knex';
import { campaign, flag, json, owner, time } from './columns.ts';

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

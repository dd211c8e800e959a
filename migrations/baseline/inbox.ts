import type { Knex } from 'knex';
import { campaign, flag, json, owner, time } from '../columns.ts';
import { searchIndex } from './search-index.ts';

/** Campaigns, everything fetched, and the posts and leads made from it. */
export async function inbox(db: Knex): Promise<void> {
  await db.schema.createTable('campaigns', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('name').notNullable();
    table.text('mode').notNullable();
    table.text('status').notNullable();
    table.text('description').notNullable();
    table.text('website_url').notNullable();
    table.text('offering').notNullable();
    table.text('ideal_customer').notNullable();
    json(table, 'pain_points');
    json(table, 'rules');
    json(table, 'excludes');
    json(table, 'subreddits');
    flag(table, 'search_everywhere');
    flag(table, 'include_comments');
    json(table, 'languages');
    table.text('schedule').notNullable();
    table.integer('post_floor').notNullable();
    table.integer('lead_threshold').notNullable();
    json(table, 'weights', '{}');
    flag(table, 'notify');
    flag(table, 'sample');
    table.integer('profile_version').notNullable().defaultTo(1);
    /** Items up to this `items.seq` are scored for this campaign. */
    table.integer('scored_seq').notNullable().defaultTo(0);
    /** The most points that recency adds to a post of this campaign. */
    table.double('max_recency_points').notNullable().defaultTo(0);
    time(table, 'created_at').notNullable();
    time(table, 'updated_at').notNullable();
    time(table, 'last_run_at');
    time(table, 'next_run_at').index();
    /** Items up to this one aren't counted as fetched again when the campaign is rescored. */
    table.integer('counted_item_id').notNullable().defaultTo(0);
    /** Incremented when what was learned changes: batches scored before that are scored again. */
    table.integer('learned_revision').notNullable().defaultTo(0);
    json(table, 'exclusions');
    json(table, 'regions');
    json(table, 'price_range', 'null');
  });
  await db.schema.createTable('items', (table) => {
    table.increments('id');
    /** Increases with every new or changed item: campaigns score in this order. */
    table.integer('seq').notNullable().index();
    /** `''`: fetched, shared by all. `user:ID` or `campaign:ID`: imported by a user and visible only to them. */
    table.text('scope').notNullable();
    table.text('source').notNullable();
    table.text('fullname').notNullable();
    table.text('kind').notNullable();
    table.text('subreddit').notNullable();
    table.text('subreddit_key').notNullable();
    table.text('author');
    table.text('title').notNullable();
    table.text('body').notNullable();
    table.text('url');
    table.text('permalink');
    time(table, 'created_at').notNullable();
    time(table, 'fetched_at').notNullable();
    table.integer('points');
    table.integer('num_comments');
    flag(table, 'over18');
    table.text('flair');
    table.text('parent_fullname');
    table.text('link_fullname').index();
    flag(table, 'locked');
    flag(table, 'crosspost');
    flag(table, 'distinguished');
    table.text('gone');
    time(table, 'gone_at');
    time(table, 'checked_at').notNullable();
    table.unique(['scope', 'fullname']);
    table.index(['subreddit_key', 'kind', 'created_at']);
    table.index(['fetched_at', 'scope', 'subreddit_key']);
    table.index(['scope', 'gone', 'checked_at']);
  });
  await db.schema.createTable('item_seq', (table) => void table.integer('seq').notNullable());
  await db('item_seq').insert({ seq: 0 });
  await searchIndex(db);
  await db.schema.createTable('leads', (table) => {
    table.increments('id');
    campaign(table);
    owner(table);
    table.text('author_key').notNullable();
    table.text('reddit_username').notNullable();
    table.text('stage').notNullable().defaultTo('new');
    table.text('notes').notNullable().defaultTo('');
    json(table, 'tags');
    table.double('value');
    /** Has a post with status `lead`, or is past stage `new`. */
    flag(table, 'active');
    time(table, 'seen_at');
    time(table, 'answered_at');
    time(table, 'first_seen_at').notNullable();
    time(table, 'last_activity_at').notNullable();
    table.double('static_points').notNullable();
    table.double('recency_points').notNullable();
    table.integer('cap').notNullable();
    time(table, 'basis_at').notNullable();
    /** When it was found; null once the notification was sent or skipped. */
    time(table, 'announce_since');
    table.unique(['campaign_id', 'author_key']);
    table.index(['user_id', 'active', 'static_points', 'recency_points', 'cap', 'basis_at', 'campaign_id', 'stage'], 'leads_by_score');
    table.index(['user_id', 'campaign_id', 'active', 'stage', 'first_seen_at', 'answered_at'], 'leads_by_campaign');
    table.index(['user_id', 'first_seen_at'], 'leads_by_time');
    table.index(['user_id', 'answered_at']);
    table.index(['id'], 'leads_to_announce', { predicate: db.whereNotNull('announce_since') });
  });
  await db.schema.createTable('posts', (table) => {
    table.increments('id');
    campaign(table);
    owner(table);
    table.integer('item_id').notNullable().references('items.id').onDelete('CASCADE').index();
    table.integer('lead_id').references('leads.id').onDelete('SET NULL').index();
    table.text('kind').notNullable();
    table.text('subreddit_key').notNullable();
    table.text('author_key');
    json(table, 'matched_rules');
    json(table, 'components', '{}');
    json(table, 'evidence');
    table.text('role').notNullable();
    flag(table, 'solved');
    flag(table, 'fit_none');
    table.text('reason').notNullable();
    table.text('scored_by').notNullable();
    /** Points without recency, limited to `cap`, and the most that recency can add; their sum is limited to `cap` too. */
    table.double('static_points').notNullable();
    table.double('recency_points').notNullable();
    table.integer('cap').notNullable();
    /** When the item was posted; recency decays from here. */
    time(table, 'created_at').notNullable();
    time(table, 'discovered_at').notNullable();
    /** The scorer's decision: `lead` or `post`. */
    table.text('decided').notNullable();
    table.text('status').notNullable();
    /** Shown in the lists: not archived, and still a match or changed by its user. */
    flag(table, 'open');
    /** Its user set the status or gave feedback, so the pipeline no longer changes either. */
    flag(table, 'touched');
    time(table, 'seen_at');
    table.text('verdict');
    table.text('verdict_reason');
    time(table, 'verdict_at');
    /** Hidden by the blacklist; returns when the entry is removed. */
    flag(table, 'barred');
    /** Points from feedback, −25 to 25. */
    table.double('learned_points').notNullable().defaultTo(0);
    /** When its user made it a lead by hand. */
    time(table, 'kept_at');
    table.unique(['campaign_id', 'item_id']);
    table.index(['campaign_id', 'author_key']);
    table.index(['campaign_id', 'verdict_at'], 'posts_judged', { predicate: db.whereNotNull('verdict') });
    const filters = ['status', 'kind', 'subreddit_key', 'seen_at'];
    table.index(['user_id', 'open', 'static_points', 'recency_points', 'cap', 'created_at', 'campaign_id', ...filters], 'posts_by_score');
    table.index(
      ['user_id', 'campaign_id', 'open', 'static_points', 'recency_points', 'cap', 'created_at', ...filters],
      'posts_by_campaign_score',
    );
    table.index(['user_id', 'open', 'created_at', 'id', 'campaign_id', ...filters], 'posts_by_created');
    table.index(['user_id', 'open', 'discovered_at', 'id', 'campaign_id', ...filters], 'posts_by_discovered');
    table.index(['campaign_id'], 'posts_kept', { predicate: db.whereNotNull('kept_at') });
    table.index(['user_id', 'campaign_id'], 'posts_without_ai', { predicate: db.whereRaw("scored_by = 'without-ai'") });
    table.index(['id'], 'posts_barred', { predicate: db.whereRaw('barred = 1') });
  });
  await db.schema.createTable('lead_events', (table) => {
    table.increments('id');
    table.integer('lead_id').notNullable().references('leads.id').onDelete('CASCADE').index();
    time(table, 'at').notNullable();
    table.text('kind').notNullable();
    table.text('text').notNullable();
    table.integer('post_id').references('posts.id').onDelete('SET NULL').index();
  });
  await db.schema.createTable('undos', (table) => {
    table.text('token').primary();
    owner(table);
    time(table, 'created_at').notNullable().index();
    json(table, 'payload', '{}');
  });
  await db.schema.createTable('follow_ups', (table) => {
    table.increments('id');
    owner(table);
    table.integer('lead_id').notNullable().references('leads.id').onDelete('CASCADE').index();
    time(table, 'due_at').notNullable();
    table.text('note').notNullable().defaultTo('');
    time(table, 'created_at').notNullable();
    time(table, 'done_at');
    /** `user`, or `answer`: the lead replied. */
    table.text('closed_by');
    table.index(['user_id', 'done_at', 'due_at']);
  });
  await db.schema.createTable('saved_views', (table) => {
    table.increments('id');
    owner(table);
    table.text('list').notNullable();
    table.text('name').notNullable();
    /** Filters and sort order as in the list's URL. */
    table.text('query').notNullable();
    time(table, 'created_at').notNullable();
    table.unique(['user_id', 'list', 'name']);
  });
  await db.schema.createTable('feeds', (table) => {
    table.integer('campaign_id').primary().references('campaigns.id').onDelete('CASCADE');
    owner(table).index();
    table.text('token_hash').notNullable().unique();
    time(table, 'created_at').notNullable();
  });
  await db.schema.createTable('campaign_learning', (table) => {
    table.integer('campaign_id').primary().references('campaigns.id').onDelete('CASCADE');
    owner(table).index();
    /** Incremented with every change of feedback; `done` is its value at the last fit. */
    table.integer('wanted').notNullable().defaultTo(0);
    table.integer('done').notNullable().defaultTo(0);
    /** JSON: a weight per feature; null with fewer than eight ratings. */
    table.text('layer');
    table.integer('lessons').notNullable().defaultTo(0);
    /** JSON: the terms with the largest weights. */
    json(table, 'words');
    /** Whether every stored post has the points of `layer`. */
    table.integer('applied').notNullable().defaultTo(1);
    time(table, 'learned_at');
  });
  await db.schema.createTable('paused_rules', (table) => {
    campaign(table);
    owner(table).index();
    table.text('rule').notNullable();
    /** Null once resumed. */
    time(table, 'paused_since');
    /** Feedback before this time no longer pauses it. */
    time(table, 'resumed_at');
    table.primary(['campaign_id', 'rule']);
  });
}

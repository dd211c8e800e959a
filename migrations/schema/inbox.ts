import type { Knex } from 'knex';
import { isPostgres } from '../engine.ts';
import { campaign, count, flag, json, owner, person, time } from './columns.ts';

/** Campaigns, everything fetched, and the posts and leads made from it. */
export async function inbox(db: Knex): Promise<void> {
  for (const part of [campaigns, items, leads, posts, work]) await part(db);
}

async function campaigns(db: Knex): Promise<void> {
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
    table.text('facts').notNullable().defaultTo('');
    json(table, 'pain_points');
    json(table, 'rules');
    json(table, 'excludes');
    /** `[{ kind, name, comments? }]`: what it monitors. */
    json(table, 'streams');
    json(table, 'languages');
    json(table, 'exclusions');
    json(table, 'regions');
    json(table, 'price_range', 'null');
    table.text('schedule').notNullable();
    table.integer('post_floor').notNullable();
    /** Null: the best `leads_per_day` of a day are leads. */
    table.integer('lead_threshold');
    table.integer('leads_per_day').notNullable();
    json(table, 'weights', '{}');
    flag(table, 'notify');
    flag(table, 'sample');
    table.integer('profile_version').notNullable().defaultTo(1);
    /** Items up to this `items.seq` are scored for this campaign. */
    count(table, 'scored_seq');
    /** The most points that recency adds to a post of this campaign. */
    table.double('max_recency_points').notNullable().defaultTo(0);
    time(table, 'created_at').notNullable();
    time(table, 'updated_at').notNullable();
    time(table, 'last_run_at');
    time(table, 'next_run_at').index();
    /** Items up to this one aren't counted as fetched again when the campaign is rescored. */
    count(table, 'counted_item_id');
    /** Incremented when what was learned changes: batches scored before that are scored again. */
    count(table, 'learned_revision');
    /** Changes that the feedback suggests; those that may quote a deleted post are removed with it. */
    json(table, 'suggestions');
    /** Key of a suggestion → number of marked posts that agreed when it was dismissed. */
    json(table, 'dismissed_suggestions', '{}');
  });
}

/** Everything fetched or imported, and the index that it is searched with. */
async function items(db: Knex): Promise<void> {
  await db.schema.createTable('items', (table) => {
    table.increments('id');
    /** Increases with every new or changed item: campaigns score in this order. */
    table.integer('seq').notNullable().index();
    /** `''`: fetched from Reddit, shared by all. `hackernews` or `feed:ADDRESS`: fetched elsewhere, for who monitors it. `user:ID` or `campaign:ID`: imported, for that user. */
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
    // Counts items by scope and source without reading them; PostgreSQL's indexes hold no ids unless they are named.
    table.index(['scope', 'gone', 'checked_at', 'id', 'source'], 'items_by_check');
    table.index(['fullname']);
  });
  await db.schema.createTable('item_seq', (table) => void table.integer('seq').notNullable());
  await db('item_seq').insert({ seq: 0 });
  await searchIndex(db);
}

/** People found. */
async function leads(db: Knex): Promise<void> {
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
    time(table, 'contacted_at');
    time(table, 'first_seen_at').notNullable();
    time(table, 'last_activity_at').notNullable();
    table.double('static_points').notNullable();
    table.double('recency_points').notNullable();
    table.integer('cap').notNullable();
    time(table, 'basis_at').notNullable();
    /** When it was found; null once the notification was sent or skipped. */
    time(table, 'announce_since');
    /** Who works on it. */
    person(table, 'assignee_id');
    flag(table, 'shown_to_clients');
    table.unique(['campaign_id', 'author_key']);
    table.index(['user_id', 'active', 'static_points', 'recency_points', 'cap', 'basis_at', 'campaign_id', 'stage'], 'leads_by_score');
    table.index(['user_id', 'campaign_id', 'active', 'stage', 'first_seen_at', 'contacted_at'], 'leads_by_campaign');
    table.index(['user_id', 'first_seen_at'], 'leads_by_time');
    table.index(['user_id', 'contacted_at']);
    // The same person in several campaigns is one lead.
    table.index(['user_id', 'author_key', 'active', 'static_points', 'first_seen_at', 'stage'], 'leads_by_person');
    table.index(['assignee_id', 'user_id'], 'leads_assigned', { predicate: db.whereNotNull('assignee_id') });
    table.index(['user_id', 'id'], 'leads_for_clients', { predicate: db.whereRaw('shown_to_clients = 1') });
    table.index(['id'], 'leads_to_announce', { predicate: db.whereNotNull('announce_since') });
  });
}

/** What campaigns found in the items. */
async function posts(db: Knex): Promise<void> {
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
    /** The score by the text alone, which a day's best are chosen by. */
    table.double('merit').notNullable();
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
    table.text('feedback');
    table.text('feedback_reason');
    time(table, 'feedback_at');
    /** JSON: what undoing the feedback restores, while its user decided nothing else about the post. */
    table.text('before_feedback');
    /** When its user archived, dismissed, or rejected it. */
    time(table, 'closed_at');
    /** Hidden by the blacklist; returns when the entry is removed. */
    flag(table, 'blacklisted');
    /** Points from feedback, −25 to 25. */
    table.double('learned_points').notNullable().defaultTo(0);
    /** When its user made it a lead by hand. */
    time(table, 'kept_at');
    table.unique(['campaign_id', 'item_id']);
    table.index(['campaign_id', 'author_key']);
    table.index(['campaign_id', 'merit', 'created_at']);
    table.index(['campaign_id', 'feedback_at'], 'posts_with_feedback', { predicate: db.whereNotNull('feedback') });
    const filters = ['status', 'kind', 'subreddit_key', 'seen_at'];
    table.index(['user_id', 'open', 'static_points', 'recency_points', 'cap', 'created_at', 'campaign_id', ...filters], 'posts_by_score');
    table.index(
      ['user_id', 'campaign_id', 'open', 'static_points', 'recency_points', 'cap', 'created_at', ...filters],
      'posts_by_campaign_score',
    );
    table.index(['user_id', 'open', 'created_at', 'id', 'campaign_id', ...filters], 'posts_by_created');
    table.index(['user_id', 'open', 'discovered_at', 'id', 'campaign_id', ...filters], 'posts_by_discovered');
    // For lists of leads from one subreddit, and searches of leads: read from the index alone.
    table.index(['user_id', 'subreddit_key', 'lead_id', 'item_id'], 'posts_of_leads', { predicate: db.whereNotNull('lead_id') });
    // For searches of posts and leads: what the lists filter and sort by is read from the index alone for each matching text.
    const score = ['static_points', 'recency_points', 'cap', 'created_at'];
    table.index(['user_id', 'item_id', 'open', ...score, 'campaign_id', ...filters, 'lead_id'], 'posts_by_item');
    // What a user did today with leads, and since when.
    table.index(['user_id', 'closed_at', 'lead_id'], 'posts_closed', { predicate: db.whereNotNull('closed_at') });
    table.index(['campaign_id'], 'posts_kept', { predicate: db.whereNotNull('kept_at') });
    table.index(['user_id', 'campaign_id'], 'posts_without_ai', { predicate: db.whereRaw("scored_by = 'without-ai'") });
    table.index(['id'], 'posts_blacklisted', { predicate: db.whereRaw('blacklisted = 1') });
  });
}

/** What users do with leads and posts. */
async function work(db: Knex): Promise<void> {
  await db.schema.createTable('lead_events', (table) => {
    table.increments('id');
    table.integer('lead_id').notNullable().references('leads.id').onDelete('CASCADE').index();
    time(table, 'at').notNullable();
    table.text('kind').notNullable();
    table.text('text').notNullable();
    table.integer('post_id').references('posts.id').onDelete('SET NULL').index();
    /** Null: Earshot. */
    person(table, 'actor_id');
    table.index(['actor_id'], 'lead_events_by', { predicate: db.whereNotNull('actor_id') });
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
    /** When its user last chose `due_at`. */
    time(table, 'set_at').notNullable();
    time(table, 'done_at');
    /** `user`, or `answer`: the lead replied. */
    table.text('closed_by');
    /** Chosen by the client, so that a request sent again after a lost response doesn't add another one. */
    table.text('change_key');
    table.unique(['user_id', 'change_key']);
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
    /** Of what it held when it was last read, and when that was first seen, for readers that ask whether it changed. */
    table.text('content_hash').notNullable().defaultTo('');
    time(table, 'changed_at').notNullable().defaultTo(0);
    /** The user's security stamp when it was given out. */
    table.bigInteger('stamp').notNullable().defaultTo(0);
    /** Ends with their membership. */
    person(table, 'made_by').index();
  });
  await db.schema.createTable('campaign_learning', (table) => {
    table.integer('campaign_id').primary().references('campaigns.id').onDelete('CASCADE');
    owner(table).index();
    /** Incremented with every change of feedback; `done` is its value at the last fit. */
    count(table, 'wanted');
    count(table, 'done');
    /** JSON: a weight per feature; null with fewer than eight ratings. */
    table.text('layer');
    count(table, 'lessons');
    /** JSON: the terms with the largest weights. */
    json(table, 'terms');
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

/** Rows are keyed by item; the owners are a token for each user who has a post of it, so that a search only finds their own. */
async function searchIndex(db: Knex): Promise<void> {
  if (isPostgres(db)) {
    await db.raw('create table item_text_fts (rowid bigint primary key, terms tsvector not null)');
    await db.raw('create index item_text_fts_terms on item_text_fts using gin (terms)');
    return;
  }
  await db.raw(
    `create virtual table item_text_fts using fts5(title, body, author, owners, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`,
  );
}

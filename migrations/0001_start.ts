import type { Knex } from 'knex';

/** Times are UTC milliseconds, flags 0 or 1, structures JSON text. */
export async function start(db: Knex): Promise<void> {
  await createInstance(db);
  await createAccounts(db);
  await createCampaigns(db);
  await createItems(db);
  await createPosts(db);
  await createHearing(db);
  await createBlacklist(db);
}

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const flag = (table: Table, name: string) => table.integer(name).notNullable().defaultTo(0);
const json = (table: Table, name: string, empty: string) => table.text(name).notNullable().defaultTo(empty);
const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
const campaign = (table: Table) => table.integer('campaign_id').notNullable().references('campaigns.id').onDelete('CASCADE');

async function createInstance(db: Knex): Promise<void> {
  await db.schema.createTable('write_turn', (table) => void table.integer('turn').notNullable());
  await db('write_turn').insert({ turn: 0 });
  await db.schema.createTable('settings', (table) => {
    table.text('key').primary();
    table.text('value').notNullable();
    time(table, 'updated_at').notNullable();
  });
  await db.schema.createTable('jobs', (table) => {
    table.text('name').primary();
    /** Slots after this moment count as missed until the job first succeeds. */
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
}

async function createAccounts(db: Knex): Promise<void> {
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
  await db.schema.createTable('attempts', (table) => {
    table.text('key').primary();
    table.integer('count').notNullable();
    time(table, 'first_at').notNullable();
    time(table, 'last_at').notNullable();
    time(table, 'blocked_until').notNullable().defaultTo(0);
  });
}

async function createCampaigns(db: Knex): Promise<void> {
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
    json(table, 'pain_points', '[]');
    json(table, 'rules', '[]');
    json(table, 'excludes', '[]');
    json(table, 'subreddits', '[]');
    flag(table, 'search_everywhere');
    flag(table, 'include_comments');
    json(table, 'languages', '[]');
    table.text('schedule').notNullable();
    table.integer('post_floor').notNullable();
    table.integer('lead_threshold').notNullable();
    json(table, 'weights', '{}');
    flag(table, 'notify');
    flag(table, 'sample');
    table.integer('profile_version').notNullable().defaultTo(1);
    /** Everything heard up to this `items.seq` was judged for this campaign. */
    table.integer('judged_seq').notNullable().defaultTo(0);
    /** No post of it can gain more points than this by being new. */
    table.double('recency_most').notNullable().defaultTo(0);
    time(table, 'created_at').notNullable();
    time(table, 'updated_at').notNullable();
    time(table, 'last_run_at');
    time(table, 'next_run_at').index();
  });
}

async function createItems(db: Knex): Promise<void> {
  await db.schema.createTable('items', (table) => {
    table.increments('id');
    /** Grows with every new or changed item: campaigns judge in this order. */
    table.integer('seq').notNullable().index();
    /** `''`: heard on Reddit. `user:ID` or `campaign:ID`: brought by a user, seen by theirs alone. */
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
    time(table, 'heard_at').notNullable();
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
    table.index(['heard_at', 'scope', 'subreddit_key']);
    table.index(['scope', 'gone', 'checked_at']);
  });
  await db.schema.createTable('item_seq', (table) => void table.integer('seq').notNullable());
  await db('item_seq').insert({ seq: 0 });
  // Rows are named by item; `owners` holds a word for each user who has a post of it, so that a search reads no one else's.
  await db.raw(
    `create virtual table item_text_fts using fts5(title, body, author, owners, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`,
  );
}

async function createBlacklist(db: Knex): Promise<void> {
  await db.schema.createTable('blacklist', (table) => {
    table.increments('id');
    table.text('kind').notNullable();
    table.text('value').notNullable();
    table.text('note').notNullable().defaultTo('');
    time(table, 'created_at').notNullable();
    table.unique(['kind', 'value']);
  });
}

async function createPosts(db: Knex): Promise<void> {
  await db.schema.createTable('leads', (table) => {
    table.increments('id');
    campaign(table);
    owner(table);
    table.text('author_key').notNullable();
    table.text('reddit_username').notNullable();
    table.text('stage').notNullable().defaultTo('new');
    table.text('notes').notNullable().defaultTo('');
    json(table, 'tags', '[]');
    table.double('value');
    /** Has a post with status `lead`, or was taken further than stage `new`. */
    flag(table, 'active');
    time(table, 'seen_at');
    time(table, 'answered_at');
    time(table, 'first_seen_at').notNullable();
    time(table, 'last_activity_at').notNullable();
    table.double('static_points').notNullable();
    table.double('recency_points').notNullable();
    table.integer('cap').notNullable();
    time(table, 'basis_at').notNullable();
    table.unique(['campaign_id', 'author_key']);
    table.index(['user_id', 'active', 'static_points', 'recency_points', 'cap', 'basis_at', 'campaign_id', 'stage'], 'leads_by_score');
    table.index(['user_id', 'campaign_id', 'active', 'stage', 'first_seen_at', 'answered_at'], 'leads_by_campaign');
    table.index(['user_id', 'first_seen_at'], 'leads_by_time');
    table.index(['user_id', 'answered_at']);
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
    json(table, 'matched_rules', '[]');
    json(table, 'components', '{}');
    json(table, 'evidence', '[]');
    table.text('role').notNullable();
    flag(table, 'solved');
    flag(table, 'fit_none');
    table.text('reason').notNullable();
    table.text('scored_by').notNullable();
    /** Points of everything but recency, cut at `cap`, and the most that recency can add; their sum is cut at `cap` too. */
    table.double('static_points').notNullable();
    table.double('recency_points').notNullable();
    table.integer('cap').notNullable();
    /** Of the item; what recency decays from. */
    time(table, 'created_at').notNullable();
    time(table, 'discovered_at').notNullable();
    /** What the numbers said: `lead` or `post`. */
    table.text('decided').notNullable();
    table.text('status').notNullable();
    /** Stands in the lists: not put away, and still fits the campaign or was taken up by its user. */
    flag(table, 'open');
    /** Its user set the status or judged it: the pipeline leaves both alone from then on. */
    flag(table, 'touched');
    time(table, 'seen_at');
    table.text('verdict');
    table.text('verdict_reason');
    time(table, 'verdict_at');
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
}

async function createHearing(db: Knex): Promise<void> {
  await db.schema.createTable('runs', (table) => {
    table.increments('id');
    campaign(table);
    owner(table);
    table.text('source').notNullable();
    time(table, 'started_at').notNullable();
    time(table, 'finished_at');
    table.text('state').notNullable();
    json(table, 'counts', '{}');
    json(table, 'filtered', '{}');
    json(table, 'places', '[]');
    table.text('error');
    table.index(['campaign_id', 'started_at']);
    table.index(['started_at']);
    table.index(['state']);
  });
  await db.schema.createTable('places', (table) => {
    table.increments('id');
    table.text('source').notNullable();
    table.text('kind').notNullable();
    table.text('name_key').notNullable();
    table.text('name').notNullable();
    table.text('state').notNullable();
    time(table, 'last_success_at');
    time(table, 'last_try_at');
    time(table, 'newest_at');
    table.integer('items').notNullable().defaultTo(0);
    time(table, 'gap_from');
    time(table, 'gap_to');
    table.text('failure');
    table.text('error');
    time(table, 'next_try_at');
    table.unique(['source', 'kind', 'name_key']);
  });
  await db.schema.createTable('place_readings', (table) => {
    table.integer('place_id').notNullable().references('places.id').onDelete('CASCADE');
    /** UTC ms / 1,800,000. */
    table.integer('half_hour').notNullable();
    table.integer('items').notNullable();
    flag(table, 'failed');
    table.primary(['place_id', 'half_hour']);
  });
}

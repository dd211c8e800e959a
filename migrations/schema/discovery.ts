import type { Knex } from 'knex';
import { campaign, count, flag, json, owner, time } from './columns.ts';

/** Runs, the streams they read, imports, and the blacklist. */
export async function discovery(db: Knex): Promise<void> {
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
    json(table, 'streams');
    table.text('error');
    /** Number of the server that works on it; null for the only one, and for commands. */
    table.bigInteger('server');
    table.index(['campaign_id', 'started_at']);
    table.index(['started_at']);
    table.index(['state']);
  });
  await db.schema.createTable('streams', (table) => {
    table.increments('id');
    table.text('source').notNullable();
    table.text('kind').notNullable();
    table.text('name_key').notNullable();
    table.text('name').notNullable();
    table.text('state').notNullable();
    time(table, 'last_success_at');
    time(table, 'last_try_at');
    time(table, 'newest_at');
    count(table, 'items');
    time(table, 'gap_from');
    time(table, 'gap_to');
    table.text('failure');
    table.text('error');
    time(table, 'next_try_at');
    /** Where its source stopped reading. */
    table.text('cursor');
    /** The title that its source gives it. */
    table.text('shown_name');
    table.unique(['source', 'kind', 'name_key']);
  });
  await db.schema.createTable('stream_readings', (table) => {
    table.integer('stream_id').notNullable().references('streams.id').onDelete('CASCADE');
    /** UTC ms / 1,800,000. */
    table.integer('half_hour').notNullable();
    table.integer('items').notNullable();
    flag(table, 'failed');
    table.primary(['stream_id', 'half_hour']);
  });
  await db.schema.createTable('blacklist', (table) => {
    table.increments('id');
    /** The workspace that excludes it; null: the whole instance does. */
    table.integer('user_id').references('users.id').onDelete('CASCADE');
    table.text('kind').notNullable();
    table.text('value').notNullable();
    table.text('note').notNullable().defaultTo('');
    time(table, 'created_at').notNullable();
    table.unique(['user_id', 'kind', 'value']);
    table.unique(['kind', 'value'], { indexName: 'blacklist_of_instance', predicate: db.whereNull('user_id') });
  });
  /** Sources of which no stream can be read right now, so that admins are notified once that it began and once that it ended. */
  await db.schema.createTable('outages', (table) => {
    /** As in the list of sources: `reddit`, `hackernews`, `feed`. */
    table.text('source').primary();
    time(table, 'began_at').notNullable();
    /** When admins were notified; null while it is too short for that. */
    time(table, 'notified_at');
  });
  /** Items that a campaign didn't keep but a model may score higher: only their ids, no text. */
  await db.schema.createTable('unseen_candidates', (table) => {
    campaign(table);
    table.integer('item_id').notNullable().references('items.id').onDelete('CASCADE').index();
    table.primary(['campaign_id', 'item_id']);
    table.integer('profile_version').notNullable();
    /** `gate`: passed the gate but stayed below the floor. `audit`: a sample of all others that weren't kept. */
    table.text('route').notNullable();
    /** The built-in score, by which the best are asked about first. */
    table.integer('score').notNullable();
    time(table, 'found_at').notNullable();
    /** When a model was asked; null before that. */
    time(table, 'asked_at');
    table.index(['route', 'score'], 'unseen_to_ask', { predicate: db.whereNull('asked_at') });
  });
  /** What the built-in model said of an item, so that campaign and item are read together once. */
  await db.schema.createTable('readings', (table) => {
    campaign(table);
    table.integer('item_id').notNullable().references('items.id').onDelete('CASCADE').index();
    table.primary(['campaign_id', 'item_id']);
    /** Hash of what was read: the campaign's and the item's text, and the model. */
    table.text('hash').notNullable();
    table.double('on_topic').notNullable();
    table.double('lead').notNullable();
    table.double('strong').notNullable();
    /** In deviations; 0 where it wasn't compared. */
    table.double('near').notNullable();
    /** JSON: where the sentences begin that moved it, the title's is -1; null if it wasn't read without them. */
    table.text('moved');
  });
  await imports(db);
  await counts(db);
  await sharedRuns(db);
}

async function imports(db: Knex): Promise<void> {
  /** Accepted imports that aren't finished: what to read, and how much of it is stored. */
  await db.schema.createTable('pending_imports', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('scope').notNullable();
    json(table, 'run_ids');
    /** Name in the folder of accepted uploads; null for pasted content. */
    table.text('file');
    table.text('pasted');
    /** JSON; null when the columns are guessed. */
    table.text('mapping');
    count(table, 'items_done');
    count(table, 'items_new');
    /** Server starts since the last progress: an import that crashes every start is given up. */
    count(table, 'starts');
    /** As in `runs`. */
    table.bigInteger('server');
    time(table, 'created_at').notNullable();
  });
  /** A user's mapping of file columns to fields, for the next file with the same columns and for imports that resume. */
  await db.schema.createTable('import_mappings', (table) => {
    owner(table);
    /** Hash of the column names. */
    table.text('columns_key').notNullable();
    json(table, 'mapping', '{}');
    time(table, 'used_at').notNullable();
    table.primary(['user_id', 'columns_key']);
  });
}

/** Unmatched items are deleted after two days by default, so they are counted when scored. */
async function counts(db: Knex): Promise<void> {
  /** What each campaign read. */
  await db.schema.createTable('fetch_hours', (table) => {
    campaign(table);
    owner(table).index();
    table.integer('hour').notNullable();
    table.integer('fetched').notNullable();
    table.integer('matched').notNullable();
    /** JSON: subreddit → [fetched, matched]. */
    table.text('subreddits').notNullable();
    table.primary(['campaign_id', 'hour']);
  });
  /**
   * What each user's campaigns read, each item once however many campaigns read it: which items are counted, as long as they are
   * stored, and the sums by hour and by UTC day.
   */
  await db.schema.createTable('read_items', (table) => {
    table.integer('item_id').notNullable().references('items.id').onDelete('CASCADE');
    owner(table);
    /** 1: a rule of one of the user's campaigns matched it. */
    table.integer('matched').notNullable();
    time(table, 'read_at').notNullable();
    table.primary(['item_id', 'user_id']);
    table.index(['user_id', 'read_at']);
  });
  await db.schema.createTable('reads', (table) => {
    owner(table);
    /** Hours: 1 or 24. */
    table.integer('span').notNullable();
    /** The first hour since 1970. */
    table.integer('hour').notNullable();
    table.integer('fetched').notNullable();
    table.integer('matched').notNullable();
    /** JSON: subreddit → [fetched, matched]. */
    table.text('subreddits').notNullable();
    table.primary(['user_id', 'span', 'hour']);
  });
}

async function sharedRuns(db: Knex): Promise<void> {
  /** What other servers scored for a run, until its server counts it. Empty on SQLite. */
  await db.schema.createTable('run_tallies', (table) => {
    table.increments('id');
    table.integer('run_id').notNullable().references('runs.id').onDelete('CASCADE').index();
    json(table, 'tally', '{}');
  });
}

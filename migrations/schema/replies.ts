import type { Knex } from 'knex';
import { count, flag, json, owner, person, time } from './columns.ts';

/** Replies that users send, and how Reddit treats the accounts they send them from. */
export async function replies(db: Knex): Promise<void> {
  await db.schema.createTable('outbox', (table) => {
    table.increments('id');
    owner(table);
    /** Whose Reddit account posts it. */
    person(table, 'sent_by').index();
    table.integer('post_id').references('posts.id').onDelete('SET NULL').index();
    /** Name of the Reddit account in lowercase. */
    table.text('account').notNullable();
    table.text('parent_fullname').notNullable();
    table.text('subreddit').notNullable();
    table.text('text').notNullable();
    /** Hash of text, parent, and account: what the user confirmed. */
    table.text('text_hash').notNullable();
    table.text('state').notNullable();
    time(table, 'due_at').notNullable();
    /** The attempt that holds the lease; an attempt that lost it must not write. */
    table.text('attempt');
    time(table, 'lease_until');
    time(table, 'tried_at');
    count(table, 'looks');
    table.text('thing_fullname');
    table.text('permalink');
    table.text('error_code');
    table.text('error');
    /** When its text was agreed to, which an approval does again. */
    time(table, 'created_at').notNullable();
    time(table, 'sent_at');
    /** The time the user chose; null for immediately. `due_at` is when it is sent, which the pace limit can delay. */
    time(table, 'scheduled_at');
    /**
     * `paused` by the user; `missed`: too late to send without asking; `left`: its sender is no longer in the workspace, or its Reddit
     * account was disconnected; `approval`: somebody else has to approve it; `returned`: they sent it back.
     */
    table.text('held');
    person(table, 'approved_by').index();
    /** When to follow up once it is posted. */
    time(table, 'follow_up_at');
    /** Posted, and its lead and follow-up may not show it yet: when to try that again. */
    time(table, 'wrap_up_at').index();
    table.unique(['account', 'parent_fullname', 'text_hash']);
    table.index(['state', 'due_at']);
    table.index(['account', 'created_at']);
    table.index(['user_id', 'id']);
    table.index(['user_id', 'created_at']);
    table.index(['user_id', 'scheduled_at']);
  });
  /** Of a person's own replies, newest first. */
  await db.raw('create index outbox_sender on outbox (coalesce(sent_by, user_id), id)');
  await db.schema.createTable('reply_watches', (table) => {
    table.integer('outbox_id').primary().references('outbox.id').onDelete('CASCADE');
    owner(table).index();
    /** Null when it is no longer checked. */
    time(table, 'next_at').index();
    time(table, 'read_at');
    table.text('standing').notNullable();
    table.integer('points');
    flag(table, 'locked');
    table.integer('answers');
    /** Usernames as JSON, removed when their accounts are deleted. */
    json(table, 'answerers');
    /** When the lead replied. */
    time(table, 'answered_at');
  });
  await db.schema.createTable('reply_answers', (table) => {
    table.increments('id');
    table.integer('outbox_id').notNullable().references('outbox.id').onDelete('CASCADE');
    owner(table);
    table.text('fullname').notNullable();
    /** Null, and the text empty, once they are no longer confirmed. */
    table.text('author');
    table.text('body').notNullable();
    table.text('permalink');
    time(table, 'created_at').notNullable();
    time(table, 'found_at').notNullable();
    time(table, 'checked_at').notNullable();
    table.unique(['outbox_id', 'fullname']);
    table.index(['user_id', 'found_at']);
    table.index(['fullname']);
  });
  await db.schema.createTable('reply_points', (table) => {
    table.increments('id');
    table.integer('outbox_id').notNullable().references('outbox.id').onDelete('CASCADE');
    time(table, 'at').notNullable();
    table.text('standing').notNullable();
    table.integer('points');
    table.integer('answers');
    table.index(['outbox_id', 'at']);
  });
  await db.schema.createTable('written_replies', (table) => {
    table.integer('post_id').primary().references('posts.id').onDelete('CASCADE');
    owner(table).index();
    /** Hash of what it was written from. */
    table.text('version').notNullable();
    /** JSON; empty if the model wrote nothing usable, so that it isn't asked again. */
    json(table, 'variants');
    table.text('by').notNullable();
    time(table, 'created_at').notNullable();
  });
  await db.schema.createTable('voices', (table) => {
    owner(table).primary();
    table.text('profile').notNullable();
    json(table, 'samples');
    time(table, 'updated_at').notNullable();
  });
  await db.schema.createTable('own_activity', (table) => {
    owner(table);
    /** Name of the Reddit account in Reddit's spelling. */
    table.text('username').notNullable();
    table.primary(['user_id', 'username']);
    time(table, 'account_created_at');
    table.integer('link_karma');
    table.integer('comment_karma');
    table.integer('total_karma');
    /** Null when Reddit doesn't report it. */
    table.integer('email_verified');
    table.integer('suspended');
    /** There was more than could be read. */
    flag(table, 'capped');
    time(table, 'read_at');
    time(table, 'tried_at').notNullable().index();
    table.text('error');
  });
  await db.schema.createTable('own_items', (table) => {
    table.increments('id');
    owner(table);
    /** Of the Reddit account. */
    table.text('username').notNullable();
    table.text('fullname').notNullable();
    table.text('kind').notNullable();
    table.text('subreddit').notNullable();
    table.text('title').notNullable();
    table.text('body').notNullable();
    table.text('url');
    table.text('permalink');
    time(table, 'created_at').notNullable();
    table.integer('points');
    table.integer('num_comments');
    flag(table, 'locked');
    flag(table, 'removed');
    table.text('parent_fullname');
    table.text('link_fullname');
    table.unique(['user_id', 'username', 'fullname']);
    table.index(['user_id', 'username', 'created_at', 'id']);
    table.index(['link_fullname', 'user_id']);
  });
  await db.schema.createTable('own_reports', (table) => {
    table.increments('id');
    owner(table);
    table.text('kind').notNullable();
    /** Name of the Reddit account. */
    table.text('username').notNullable();
    time(table, 'created_at').notNullable();
    table.integer('sample_size').notNullable();
    /** JSON. */
    table.text('report').notNullable();
    table.index(['user_id', 'kind', 'id']);
  });
}

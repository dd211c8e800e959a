import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');

/** The users' own Reddit accounts, and what is said in their names. Times are UTC milliseconds. */
export async function answering(db: Knex): Promise<void> {
  await db.schema.createTable('reddit_states', (table) => {
    table.text('state_hash').primary();
    owner(table).index();
    table.text('scopes').notNullable();
    time(table, 'expires_at').notNullable().index();
  });
  await db.schema.createTable('reddit_accounts', (table) => {
    table.increments('id');
    owner(table).unique();
    table.text('username').notNullable();
    /** Separated by spaces: what was asked for, and what Reddit granted. */
    table.text('asked_scopes').notNullable();
    table.text('scopes').notNullable();
    table.text('access_sealed').notNullable();
    table.text('refresh_sealed').notNullable();
    time(table, 'expires_at').notNullable();
    table.integer('needs_reconnect').notNullable().defaultTo(0);
    table.text('last_error');
    /** Grows with every change of the tokens: a late refresh must not overwrite a newer connection. */
    table.integer('version').notNullable().defaultTo(1);
    time(table, 'connected_at').notNullable();
  });
  await db.schema.createTable('outbox', (table) => {
    table.increments('id');
    owner(table);
    table.integer('post_id').references('posts.id').onDelete('SET NULL').index();
    /** The Reddit account's name in lower case. */
    table.text('account').notNullable();
    table.text('parent_fullname').notNullable();
    table.text('subreddit').notNullable();
    table.text('text').notNullable();
    /** Of text, parent and account: what the user agreed to. */
    table.text('text_hash').notNullable();
    table.text('state').notNullable();
    time(table, 'due_at').notNullable();
    /** Names the process's try while it lasts; a try that lost its lease may no longer write. */
    table.text('attempt');
    time(table, 'lease_until');
    time(table, 'tried_at');
    table.integer('looks').notNullable().defaultTo(0);
    table.text('thing_fullname');
    table.text('permalink');
    table.text('error_code');
    table.text('error');
    time(table, 'created_at').notNullable();
    time(table, 'sent_at');
    table.unique(['account', 'parent_fullname', 'text_hash']);
    table.index(['state', 'due_at']);
    table.index(['account', 'created_at']);
    table.index(['user_id', 'id']);
  });
}

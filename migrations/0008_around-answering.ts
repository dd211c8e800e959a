import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const flag = (table: Table, name: string) => table.integer(name).notNullable().defaultTo(0);
const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');

/** What a connected account did on Reddit as Reddit last told, and what is known of communities. Times are UTC milliseconds. */
export async function aroundAnswering(db: Knex): Promise<void> {
  await db.schema.createTable('own_activity', (table) => {
    owner(table).primary();
    /** The Reddit account's name, as Reddit spells it. */
    table.text('username').notNullable();
    time(table, 'born_at');
    table.integer('link_karma');
    table.integer('comment_karma');
    table.integer('total_karma');
    /** Null where Reddit does not say. */
    table.integer('email_verified');
    table.integer('suspended');
    /** There was more than was read. */
    flag(table, 'capped');
    time(table, 'read_at');
    time(table, 'tried_at').notNullable().index();
    table.text('error');
  });
  await db.schema.createTable('own_items', (table) => {
    table.increments('id');
    owner(table);
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
    table.unique(['user_id', 'fullname']);
    table.index(['user_id', 'created_at', 'id']);
  });
  /** Of communities that anybody may read. What only members see is asked anew each time and never kept. */
  await db.schema.createTable('subreddits', (table) => {
    table.text('name_key').primary();
    table.text('name').notNullable();
    /** Facts, rules and what posts need, as JSON; null where they were not read. */
    table.text('about');
    table.text('rules');
    table.text('requirements');
    time(table, 'read_at');
    time(table, 'tried_at').notNullable();
    table.text('failure');
    table.text('error');
  });
}

import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const owner = (table: Table) => table.integer('user_id').references('users.id').onDelete('CASCADE').index();

/** What the people of an instance tell its admins, and what admins keep from being heard. Times are UTC milliseconds. */
export async function house(db: Knex): Promise<void> {
  /** 1: taken out of the lists by the blacklist, to come back when its entry goes. */
  await db.schema.alterTable('posts', (table) => void table.integer('barred').notNullable().defaultTo(0));
  await db.raw('create index posts_barred on posts (id) where barred = 1');
  await db.schema.createTable('feedback', (table) => {
    table.increments('id');
    owner(table).notNullable();
    table.text('kind').notNullable();
    table.text('message').notNullable();
    table.text('page').notNullable();
    table.text('status').notNullable();
    table.text('reply').notNullable().defaultTo('');
    time(table, 'replied_at');
    time(table, 'created_at').notNullable();
    table.index(['status', 'id']);
  });
  await db.schema.createTable('roadmap', (table) => {
    table.increments('id');
    table.text('title').notNullable();
    table.text('text').notNullable();
    table.text('status').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'updated_at').notNullable();
  });
  await db.schema.createTable('roadmap_votes', (table) => {
    table.integer('roadmap_id').notNullable().references('roadmap.id').onDelete('CASCADE');
    /** `user:ID`, or `guest:` and the digest of a cookie. */
    table.text('voter').notNullable();
    owner(table);
    /** Keyed digest of a guest's network; null for accounts. */
    table.text('network');
    time(table, 'created_at').notNullable();
    table.primary(['roadmap_id', 'voter']);
    table.index(['network', 'created_at']);
  });
  await db.schema.createTable('beta_applications', (table) => {
    table.increments('id');
    table.text('email').notNullable();
    table.text('email_key').notNullable().unique();
    table.text('name').notNullable();
    table.text('use_case').notNullable();
    table.text('status').notNullable().index();
    table.text('token_hash').unique();
    time(table, 'token_expires_at');
    time(table, 'created_at').notNullable();
    time(table, 'decided_at');
    time(table, 'verified_at');
  });
}

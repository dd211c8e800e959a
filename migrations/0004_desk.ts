import type { Knex } from 'knex';

/** What people keep for themselves: when to come back, how they like to look, and keys for other programs. */
export async function desk(db: Knex): Promise<void> {
  const owner = (table: Knex.CreateTableBuilder) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
  await db.schema.createTable('follow_ups', (table) => {
    table.increments('id');
    owner(table);
    table.integer('lead_id').notNullable().references('leads.id').onDelete('CASCADE').index();
    table.bigInteger('due_at').notNullable();
    table.text('note').notNullable().defaultTo('');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('done_at');
    /** `user` or `answer`: the person wrote again. */
    table.text('closed_by');
    table.index(['user_id', 'done_at', 'due_at']);
  });
  await db.schema.createTable('saved_views', (table) => {
    table.increments('id');
    owner(table);
    table.text('list').notNullable();
    table.text('name').notNullable();
    /** Filters and sort as the list's address has them. */
    table.text('query').notNullable();
    table.bigInteger('created_at').notNullable();
    table.unique(['user_id', 'list', 'name']);
  });
  await db.schema.createTable('api_tokens', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('name').notNullable();
    table.text('token_hash').notNullable().unique();
    /** First characters, for people to know it again. */
    table.text('hint').notNullable();
    table.text('scope').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at');
  });
  await db.schema.createTable('feeds', (table) => {
    table.integer('campaign_id').primary().references('campaigns.id').onDelete('CASCADE');
    owner(table).index();
    table.text('token_hash').notNullable().unique();
    table.bigInteger('created_at').notNullable();
  });
}

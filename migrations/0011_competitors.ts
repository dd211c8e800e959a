import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
const json = (table: Table, name: string) => table.text(name).notNullable().defaultTo('[]');

/** Whom users compete with, and where those are spoken of. Times are UTC milliseconds. */
export async function competitors(db: Knex): Promise<void> {
  await db.schema.createTable('competitors', (table) => {
    table.increments('id');
    owner(table);
    table.text('name').notNullable();
    table.text('name_key').notNullable();
    json(table, 'aliases');
    table.text('website').notNullable().defaultTo('');
    /** Words of which one must stand in a text before an ambiguous name counts. */
    json(table, 'keywords');
    table.text('notes').notNullable().defaultTo('');
    /** 1: the user's own product, for the share of voice. */
    table.integer('own').notNullable().defaultTo(0);
    /** Items up to this `seq` were looked through. */
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
    /** -1 to 1; null where no word says. */
    table.float('sentiment');
    /** Where the sentence stands: only places are kept, so that a text that is blanked is gone here too. */
    table.text('field').notNullable();
    table.integer('start').notNullable();
    table.integer('end').notNullable();
    json(table, 'topics');
    time(table, 'created_at').notNullable();
    table.unique(['competitor_id', 'item_id']);
    table.index(['user_id', 'created_at', 'id', 'competitor_id', 'kind']);
    table.index(['competitor_id', 'created_at', 'id', 'kind']);
  });
}

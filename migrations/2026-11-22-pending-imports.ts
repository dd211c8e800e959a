import type { Knex } from 'knex';
import { flag, json, owner, time } from './columns.ts';

/** Accepted imports that aren't finished: what to read, and how much of it is stored. */
export async function pendingImports(db: Knex): Promise<void> {
  await db.schema.createTable('pending_imports', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('scope').notNullable();
    json(table, 'run_ids');
    /** Name in the folder of accepted uploads; null for pasted content. */
    table.text('file');
    table.text('pasted');
    table.integer('items_done').notNullable().defaultTo(0);
    table.integer('items_new').notNullable().defaultTo(0);
    /** Server starts since the last progress: an import that crashes every start is given up. */
    flag(table, 'starts');
    time(table, 'created_at').notNullable();
  });
}

import type { Knex } from 'knex';
import { flag, json, owner, time } from './columns.ts';

/** Imports that were accepted and are not through: what is read, and how much of it is stored already. */
export async function pendingImports(db: Knex): Promise<void> {
  await db.schema.createTable('pending_imports', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('scope').notNullable();
    json(table, 'run_ids');
    /** Name in the folder of accepted uploads; null for what was pasted. */
    table.text('file');
    table.text('pasted');
    table.integer('items_done').notNullable().defaultTo(0);
    table.integer('items_new').notNullable().defaultTo(0);
    /** Starts of the server since the last progress: one that ends it each time is given up. */
    flag(table, 'starts');
    time(table, 'created_at').notNullable();
  });
}

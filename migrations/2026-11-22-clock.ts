import type { Knex } from 'knex';
import { json, time } from './columns.ts';

/** When the server last looked at its clock, and what the clock skipped lately. */
export async function clock(db: Knex): Promise<void> {
  await db.schema.createTable('clock', (table) => {
    table.integer('id').primary();
    time(table, 'seen_at').notNullable();
    json(table, 'gaps');
  });
}

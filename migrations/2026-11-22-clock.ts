import type { Knex } from 'knex';
import { json, time } from './columns.ts';

/** When the server last checked its clock, and recent jumps of the clock. */
export async function clock(db: Knex): Promise<void> {
  await db.schema.createTable('clock', (table) => {
    table.integer('id').primary();
    time(table, 'seen_at').notNullable();
    json(table, 'gaps');
  });
}

import type { Knex } from 'knex';
import { flag, json, time } from './columns.ts';

/** What several servers on one PostgreSQL database fetch together. Empty between rounds, and on SQLite. */
export async function fetchParts(db: Knex): Promise<void> {
  await db.schema.createTable('fetch_parts', (table) => {
    table.increments('id');
    /** Number of the server whose runs the part is for. */
    table.bigInteger('opened_by').notNullable();
    /** Number of the server that reads it; null while it is free. */
    table.bigInteger('server');
    /** Another server could not read it. */
    flag(table, 'for_opener');
    flag(table, 'done');
    json(table, 'streams');
    /** What was read and stored so far. */
    json(table, 'batches');
    time(table, 'changed_at').notNullable();
  });
}

import type { Knex } from 'knex';
import { time } from './columns.ts';

/** Configuration values that admins set in the browser; secrets are sealed. */
export async function connections(db: Knex): Promise<void> {
  await db.schema.createTable('connections', (table) => {
    /** Such as `reddit.clientId`. */
    table.text('key').primary();
    /** JSON; null for a secret. */
    table.text('value');
    table.text('sealed');
    time(table, 'saved_at').notNullable();
  });
}

import type { Knex } from 'knex';
import { owner, time } from './columns.ts';

/**
 * One row per sign-in, so that it can be shown and ended separately. Older tokens name none, so everyone has to sign in again.
 */
export async function sessions(db: Knex): Promise<void> {
  await db.schema.createTable('sessions', (table) => {
    table.increments('id');
    owner(table).index();
    /** Browser and system, such as `Firefox on Linux`; empty if the client didn't send them. */
    table.text('device').notNullable();
    table.text('address').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'last_used_at').notNullable();
    time(table, 'expires_at').notNullable().index();
  });
}

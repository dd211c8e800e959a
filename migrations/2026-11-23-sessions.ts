import type { Knex } from 'knex';
import { owner, time } from './columns.ts';

/** One row for each sign-in, so that it can be shown and ended by itself. Tokens from before name none, so everyone signs in again. */
export async function sessions(db: Knex): Promise<void> {
  await db.schema.createTable('sessions', (table) => {
    table.increments('id');
    owner(table).index();
    /** Browser and system, such as `Firefox on Linux`; empty if the client did not say. */
    table.text('device').notNullable();
    table.text('address').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'last_used_at').notNullable();
    time(table, 'expires_at').notNullable().index();
  });
}

import type { Knex } from 'knex';
import { owner, time } from './columns.ts';

/** Two-factor sign-in: one authenticator app per account, and its recovery codes. */
export async function twoFactor(db: Knex): Promise<void> {
  await db.schema.createTable('two_factor', (table) => {
    owner(table).primary();
    table.text('sealed_secret').notNullable();
    time(table, 'created_at').notNullable();
    /** Null until the first code was entered. */
    time(table, 'enabled_at');
    /** Time step of the last accepted code, so that none is accepted twice. */
    table.bigInteger('last_step').notNullable().defaultTo(0);
  });
  // A used code is deleted.
  await db.schema.createTable('recovery_codes', (table) => {
    table.increments('id');
    owner(table);
    table.text('code_hash').notNullable();
    table.unique(['user_id', 'code_hash']);
  });
}

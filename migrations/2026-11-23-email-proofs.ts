import type { Knex } from 'knex';
import { owner, time } from './columns.ts';

/** Whether an address is known to be its user's, and the links that prove it or undo a change. */
export async function emailProofs(db: Knex): Promise<void> {
  await db.raw('alter table users add column email_confirmed_at bigint');
  // Set where a user changed the address without a proof that it is theirs.
  await db.raw('alter table users add column email_changed_at bigint');
  await db.raw('alter table users add column pending_email text');
  await db.raw('alter table users add column pending_email_until bigint');
  await db.schema.createTable('email_links', (table) => {
    table.increments('id');
    owner(table).index();
    /** `confirm`: makes the address the account's. `undo`: brings it back as the account's. */
    table.text('purpose').notNullable();
    table.text('email').notNullable();
    table.text('token_hash').notNullable().unique();
    time(table, 'expires_at').notNullable();
  });
}

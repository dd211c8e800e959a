import type { Knex } from 'knex';
import { json, owner, time } from './columns.ts';

/** Signing in with passkeys (WebAuthn). */
export async function passkeys(db: Knex): Promise<void> {
  await db.schema.createTable('passkeys', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('name').notNullable();
    /** From the authenticator, in base64url, as the next two are. */
    table.text('credential_id').notNullable().unique();
    table.text('public_key').notNullable();
    /** The account's name for authenticators: random, the same for all passkeys of an account. */
    table.text('user_handle').notNullable();
    /** Signatures so far; a lower one shows that the passkey was copied. Always 0 for synced passkeys. */
    table.bigInteger('counter').notNullable();
    json(table, 'transports');
    time(table, 'created_at').notNullable();
    time(table, 'last_used_at');
  });
  // Challenges are signed, so that only those that were answered are stored.
  await db.schema.createTable('used_challenges', (table) => {
    table.text('challenge').primary();
    time(table, 'expires_at').notNullable().index();
  });
}

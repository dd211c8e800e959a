import type { Knex } from 'knex';
import { flag, json, owner, person, time } from './columns.ts';

/** The user's security stamp when it was given out. */
const stamp = (table: Knex.CreateTableBuilder) => table.bigInteger('stamp').notNullable().defaultTo(0);

/** Users and how they sign in, their API tokens, invitations, plans, and billing. */
export async function accounts(db: Knex): Promise<void> {
  await db.schema.createTable('users', (table) => {
    table.increments('id');
    table.text('username').notNullable();
    table.text('username_key').notNullable().unique();
    table.text('email').notNullable();
    table.text('email_key').notNullable().unique();
    table.text('password_hash').notNullable();
    table.text('role').notNullable();
    flag(table, 'disabled');
    /** What is given out for an account (sessions, links, tokens, passkeys, feeds) carries it as `stamp`, and works while it is the same. */
    table.bigInteger('security_stamp').notNullable().defaultTo(1);
    table.text('plan').notNullable().defaultTo('free');
    json(table, 'settings', '{}');
    time(table, 'created_at').notNullable();
    time(table, 'last_login_at');
    time(table, 'visit_at');
    time(table, 'previous_visit_at');
    /** When its user proved that the address is theirs. */
    time(table, 'email_confirmed_at');
    /** Set where a user changed the address without such a proof. */
    time(table, 'email_changed_at');
    table.text('pending_email');
    time(table, 'pending_email_until');
    /** Of the workspace that is this account's data; null: the username. */
    table.text('workspace_name');
    /** Of that workspace: a second person approves replies before they are posted. */
    flag(table, 'approves_replies');
    /** Of that workspace: new leads are assigned in turn; who had the last one. */
    flag(table, 'assigns_in_turn');
    table.integer('last_turn');
  });
  await workspaces(db);
  await db.schema.createTable('password_resets', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('token_hash').notNullable().unique();
    time(table, 'expires_at').notNullable();
    time(table, 'used_at');
    stamp(table);
  });
  await db.schema.createTable('email_links', (table) => {
    table.increments('id');
    owner(table).index();
    /** `confirm`: makes the address the account's. `undo`: brings it back as the account's. */
    table.text('purpose').notNullable();
    table.text('email').notNullable();
    table.text('token_hash').notNullable().unique();
    time(table, 'expires_at').notNullable();
    time(table, 'created_at').notNullable().defaultTo(0);
    stamp(table);
  });
  await signingIn(db);
  await db.schema.createTable('api_tokens', (table) => {
    table.increments('id');
    owner(table).index();
    table.text('name').notNullable();
    table.text('token_hash').notNullable().unique();
    /** First characters, for recognizing it. */
    table.text('hint').notNullable();
    table.text('scope').notNullable();
    /** MCP tools with which it may make changes. */
    json(table, 'tools');
    time(table, 'created_at').notNullable();
    time(table, 'last_used_at');
    stamp(table);
    /** That it acts in; null: the user's own. */
    workspace(table).onDelete('CASCADE').index();
  });
  /** One per account: what the browser extension exchanges for its API token. */
  await db.schema.createTable('pairing_codes', (table) => {
    owner(table).primary();
    table.text('code_hash').notNullable().unique();
    time(table, 'expires_at').notNullable();
    stamp(table);
    workspace(table).onDelete('CASCADE').index();
  });
  await assistants(db);
  await db.schema.createTable('beta_applications', (table) => {
    table.increments('id');
    table.text('email').notNullable();
    table.text('email_key').notNullable().unique();
    table.text('name').notNullable();
    table.text('use_case').notNullable();
    table.text('status').notNullable().index();
    table.text('token_hash').unique();
    time(table, 'token_expires_at');
    time(table, 'created_at').notNullable();
    time(table, 'decided_at');
    time(table, 'verified_at');
    /** When someone registered with the invitation, which is used up by that. */
    time(table, 'registered_at');
  });
  await plans(db);
}

/** What logs in by OAuth: programs that registered themselves, what their users allowed, and the API tokens that they got. */
async function assistants(db: Knex): Promise<void> {
  await db.schema.createTable('oauth_clients', (table) => {
    table.increments('id');
    /** Public: what a program calls itself by. */
    table.text('client_id').notNullable().unique();
    table.text('name').notNullable();
    /** Addresses it may send users back to. */
    json(table, 'redirect_uris');
    time(table, 'created_at').notNullable();
    /** When it last got a token. */
    time(table, 'used_at').index();
  });
  const client = (table: Knex.CreateTableBuilder) =>
    table.integer('client').notNullable().references('oauth_clients.id').onDelete('CASCADE').index();
  /** Allowed, but not exchanged for a token yet. */
  await db.schema.createTable('oauth_codes', (table) => {
    table.text('code_hash').primary();
    owner(table).index();
    /** Null: the user's own. */
    workspace(table).onDelete('CASCADE').index();
    client(table);
    table.text('redirect_uri').notNullable();
    /** SHA-256 of what the program must show with the code (PKCE). */
    table.text('challenge').notNullable();
    /** Address that tokens are for. */
    table.text('resource').notNullable();
    table.text('scope').notNullable();
    json(table, 'tools');
    time(table, 'expires_at').notNullable();
    stamp(table);
  });
  /** Beside the API token of a connected assistant. */
  await db.schema.createTable('oauth_grants', (table) => {
    table.integer('token_id').primary().references('api_tokens.id').onDelete('CASCADE');
    client(table);
    table.text('redirect_uri').notNullable();
    table.text('resource').notNullable();
    /** That it was exchanged for: shown again, it ends the connection. */
    table.text('code_hash').notNullable().unique();
    /** Refresh tokens have two parts: one names the connection, the other changes with each use. An earlier one ends it, too. */
    table.text('family_hash').notNullable().unique();
    table.text('refresh_hash').notNullable();
    /** Of the API token, and of the refresh token. */
    time(table, 'expires_at').notNullable();
    time(table, 'refresh_until').notNullable().index();
  });
}

/** A workspace is an account's data, so its id is the account's: tables name whose it is by `user_id`. */
const workspace = (table: Knex.CreateTableBuilder) => table.integer('workspace_id').references('users.id');

/** Who else works in an account's workspace, and who is invited to. */
async function workspaces(db: Knex): Promise<void> {
  await db.schema.createTable('workspace_members', (table) => {
    workspace(table).notNullable().onDelete('CASCADE');
    owner(table).index();
    table.text('role').notNullable();
    time(table, 'created_at').notNullable();
    table.primary(['workspace_id', 'user_id']);
  });
  await db.schema.createTable('workspace_invitations', (table) => {
    table.increments('id');
    workspace(table).notNullable().onDelete('CASCADE').index();
    table.text('role').notNullable();
    /** Null: for whoever has the link. */
    table.text('email');
    table.text('token_hash').notNullable().unique();
    person(table, 'created_by').index();
    time(table, 'created_at').notNullable();
    time(table, 'expires_at').notNullable();
    time(table, 'used_at');
  });
}

/** Sessions, the second factor, and passkeys (WebAuthn). */
async function signingIn(db: Knex): Promise<void> {
  await db.schema.createTable('sessions', (table) => {
    table.increments('id');
    owner(table).index();
    /** Browser and system, such as `Firefox on Linux`; empty if the client didn't send them. */
    table.text('device').notNullable();
    table.text('address').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'last_used_at').notNullable();
    time(table, 'expires_at').notNullable().index();
    table.text('sealed_id_token');
    /** That it is in; null: the user's own. */
    workspace(table).onDelete('SET NULL').index();
  });
  /** Accounts elsewhere that sign in to an account here (OpenID Connect). */
  await db.schema.createTable('identities', (table) => {
    table.increments('id');
    owner(table);
    table.text('issuer').notNullable();
    table.text('subject').notNullable();
    table.text('label').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'last_used_at').notNullable();
    table.unique(['issuer', 'subject']);
    table.unique(['user_id', 'issuer']);
  });
  /** One authenticator app per account. */
  await db.schema.createTable('two_factor', (table) => {
    owner(table).primary();
    table.text('sealed_secret').notNullable();
    time(table, 'created_at').notNullable();
    /** Null until the first code was entered. */
    time(table, 'enabled_at');
    /** Time step of the last accepted code, so that none is accepted twice. */
    table.bigInteger('last_step').notNullable().defaultTo(0);
  });
  /** A used code is deleted. */
  await db.schema.createTable('recovery_codes', (table) => {
    table.increments('id');
    owner(table);
    table.text('code_hash').notNullable();
    time(table, 'created_at').notNullable().defaultTo(0);
    table.unique(['user_id', 'code_hash']);
  });
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
    stamp(table);
  });
  /** Challenges are signed, so that only those that were answered are stored. */
  await db.schema.createTable('used_challenges', (table) => {
    table.text('challenge').primary();
    time(table, 'expires_at').notNullable().index();
  });
}

async function plans(db: Knex): Promise<void> {
  /** The configured plans, so that the statement that would exceed a limit can enforce it. Null means no limit. */
  await db.schema.createTable('plan_limits', (table) => {
    table.text('id').primary();
    table.integer('position').notNullable();
    table.integer('campaigns');
    table.integer('leads_per_month');
    table.integer('ai_calls_per_day');
    table.integer('seats');
  });
  await db.schema.createTable('plan_use', (table) => {
    owner(table);
    /** Months since January 1970, in UTC. */
    table.integer('month').notNullable();
    table.integer('leads').notNullable();
    table.primary(['user_id', 'month']);
  });
  await db.schema.createTable('plan_seats', (table) => {
    table.increments('id');
    owner(table);
    table.text('email').notNullable();
    table.text('email_key').notNullable().index();
    /** Null until a user with that email address accepts it. */
    table.integer('member_id').references('users.id').onDelete('CASCADE').unique();
    time(table, 'created_at').notNullable();
    table.unique(['user_id', 'email_key']);
  });
  await db.schema.createTable('billing_accounts', (table) => {
    table.integer('user_id').references('users.id').onDelete('CASCADE').primary();
    table.text('customer_id').notNullable().unique();
    table.text('subscription_id');
    table.text('state').notNullable();
    /** The paid plan; null without one. */
    table.text('plan');
    time(table, 'period_end');
    flag(table, 'cancels_at_period_end');
    time(table, 'synced_at').notNullable();
  });
  await db.schema.createTable('billing_events', (table) => {
    table.text('id').primary();
    table.text('type').notNullable();
    time(table, 'received_at').notNullable().index();
  });
}

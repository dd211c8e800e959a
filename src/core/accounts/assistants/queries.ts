import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { OauthClientsRow, OauthCodesRow, OauthGrantsRow } from '../tables.ts';

/** Registrations that were never used, at most; the oldest are forgotten first, so that a flood keeps nobody out. */
const maxUnused = 1000;

export interface Client extends Pick<OauthClientsRow, 'id' | 'client_id' | 'name'> {
  redirectUris: string[];
}

export async function findClient(db: Db | Trx, clientId: string): Promise<Client | undefined> {
  // PostgreSQL fails on a NUL character.
  if (!/^[\w-]{43}$/.test(clientId)) return undefined;
  const row = await db('oauth_clients').where({ client_id: clientId }).first('id', 'client_id', 'name', 'redirect_uris');
  return row && { ...row, redirectUris: JSON.parse(row.redirect_uris) as string[] };
}

export async function insertClient(trx: Trx, row: Omit<OauthClientsRow, 'id' | 'used_at'>): Promise<void> {
  const newest = trx('oauth_clients')
    .whereNull('used_at')
    .orderBy('id', 'desc')
    .limit(maxUnused - 1)
    .select('id');
  await trx('oauth_clients').whereNull('used_at').whereNotIn('id', newest).delete();
  await trx('oauth_clients').insert(row);
}

export const noteClientUse = async (trx: Trx, id: number, now: number): Promise<void> =>
  void (await trx('oauth_clients').where({ id }).update({ used_at: now }));

/** Connections that weren't renewed in time, and programs without one that haven't been used since then. */
export async function deleteUnused(trx: Trx, { now, unused, used }: { now: number; unused: number; used: number }): Promise<number> {
  await trx('oauth_codes').where('expires_at', '<=', now).delete();
  const over = trx('oauth_grants').where('refresh_until', '<=', now).select('token_id');
  const ended = await trx('api_tokens').whereIn('id', over).delete();
  const clients = await trx('oauth_clients')
    .where((old) => old.where((never) => never.whereNull('used_at').andWhere('created_at', '<=', unused)).orWhere('used_at', '<=', used))
    .whereNotIn('id', trx('oauth_grants').select('client'))
    .delete();
  return ended + clients;
}

export const insertCode = async (trx: Trx, row: OauthCodesRow): Promise<void> => void (await trx('oauth_codes').insert(row));

export const findCode = (db: Db | Trx, hash: string): Promise<OauthCodesRow | undefined> =>
  db('oauth_codes')
    .where({ code_hash: hash })
    .first(
      'code_hash',
      'user_id',
      'workspace_id',
      'client',
      'redirect_uri',
      'challenge',
      'resource',
      'scope',
      'tools',
      'expires_at',
      'stamp',
    );

/** True for the first who asks only. */
export const takeCode = async (trx: Trx, hash: string): Promise<boolean> =>
  (await trx('oauth_codes').where({ code_hash: hash }).delete()) === 1;

export const insertGrant = async (trx: Trx, row: OauthGrantsRow): Promise<void> => void (await trx('oauth_grants').insert(row));

export type Grant = Pick<OauthGrantsRow, 'token_id' | 'client' | 'resource' | 'refresh_hash' | 'refresh_until'> & {
  user_id: number;
  name: string;
  /** Of the API token. */
  hash: string;
};

/** By the code that it was exchanged for, the part of its refresh tokens that stays, or its API token. */
export const findGrant = (
  db: Db | Trx,
  by: { code_hash: string } | { family_hash: string } | { token_hash: string },
): Promise<Grant | undefined> =>
  db('oauth_grants')
    .join('api_tokens', 'api_tokens.id', 'oauth_grants.token_id')
    .where(by)
    .first<Grant | undefined>(
      'oauth_grants.token_id',
      'oauth_grants.client',
      'oauth_grants.resource',
      'oauth_grants.refresh_hash',
      'oauth_grants.refresh_until',
      'api_tokens.user_id',
      'api_tokens.name',
      'api_tokens.token_hash as hash',
    );

export const endGrant = async (trx: Trx, tokenId: number): Promise<boolean> =>
  (await trx('api_tokens').where({ id: tokenId }).delete()) === 1;

/** That the same program has to the same workspace: a new one takes its place. */
export async function endEarlierGrants(
  trx: Trx,
  { client, user_id, workspace_id }: Pick<OauthCodesRow, 'client' | 'user_id' | 'workspace_id'>,
): Promise<void> {
  await trx('api_tokens').where({ user_id, workspace_id }).whereIn('id', trx('oauth_grants').where({ client }).select('token_id')).delete();
}

interface Renewal {
  /** What is replaced. */
  before: Pick<Grant, 'token_id' | 'refresh_hash'>;
  refresh: Pick<OauthGrantsRow, 'refresh_hash' | 'expires_at' | 'refresh_until'>;
  token: { token_hash: string; hint: string };
}

/** False if another request has renewed it meanwhile. */
export async function renewGrant(trx: Trx, { before: { token_id, refresh_hash }, refresh, token }: Renewal): Promise<boolean> {
  if ((await trx('oauth_grants').where({ token_id, refresh_hash }).update(refresh)) !== 1) return false;
  await trx('api_tokens').where({ id: token_id }).update(token);
  return true;
}

import { isoTime } from '#core/platform/clock.ts';
import { type ApiToken, maxTokens, mcpWriteToolSchema, type McpWriteTool, tokenPrefix } from '#shared/tokens.ts';
import type { GivenRole } from '#shared/auth.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { hostOf } from '../assistants/request.ts';
import { isCurrent } from '../security-stamp.ts';
import type { ApiTokensRow, OauthGrantsRow, PairingCodesRow, UsersRow } from '../tables.ts';

const toolsOf = (stored: string): McpWriteTool[] =>
  (JSON.parse(stored) as unknown[]).flatMap((tool) => mcpWriteToolSchema.safeParse(tool).data ?? []);

type ListedRow = Pick<ApiTokensRow, 'id' | 'name' | 'scope' | 'tools' | 'hint' | 'created_at' | 'last_used_at'> & {
  workspace: string;
  redirect_uri: string | null;
};

const tokenOf = (row: ListedRow): ApiToken => ({
  id: String(row.id),
  name: row.name,
  scope: row.scope,
  tools: toolsOf(row.tools),
  hint: row.hint,
  createdAt: isoTime(row.created_at),
  lastUsedAt: isoTime(row.last_used_at),
  workspace: row.workspace,
  assistant: row.redirect_uri === null ? null : hostOf(row.redirect_uri).host,
});

/** Newest first. */
export async function listTokens(db: Db | Trx, userId: number): Promise<ApiToken[]> {
  const rows = await db('api_tokens')
    .join('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('users as host', 'host.id', 'api_tokens.workspace_id')
    .leftJoin('oauth_grants', 'oauth_grants.token_id', 'api_tokens.id')
    .where('api_tokens.user_id', userId)
    .orderBy('api_tokens.id', 'desc')
    .limit(maxTokens)
    .select<ListedRow[]>(
      'api_tokens.id',
      'api_tokens.name',
      'api_tokens.scope',
      'api_tokens.tools',
      'api_tokens.hint',
      'api_tokens.created_at',
      'api_tokens.last_used_at',
      'oauth_grants.redirect_uri',
      db.raw('coalesce(host.workspace_name, host.username, users.workspace_name, users.username) as workspace'),
    );
  return rows.map(tokenOf);
}

const hintLength = tokenPrefix.length + 4;
/** First characters, for recognizing it. */
export const hintOf = (token: string): string => token.slice(0, hintLength);

export async function insertToken(trx: Trx, row: Omit<ApiTokensRow, 'id' | 'last_used_at'>): Promise<number> {
  const [made] = await trx('api_tokens').insert(row).returning('id');
  if (!made) throw new Error('The database gave a new token no id');
  return made.id;
}

export async function findTokenOwner(db: Db, id: string): Promise<number | undefined> {
  return (await db('api_tokens').where('id', Number(id)).first('user_id'))?.user_id;
}

/** Returns its name; undefined if there was none. */
export async function deleteToken(trx: Trx, userId: number, id: string): Promise<string | undefined> {
  const own = trx('api_tokens').where({ user_id: userId, id: Number(id) });
  const token = await own.clone().first<Pick<ApiTokensRow, 'name'>>('name');
  await own.delete();
  return token?.name;
}

type HolderRow = Pick<ApiTokensRow, 'id' | 'user_id' | 'scope' | 'tools' | 'last_used_at' | 'stamp' | 'workspace_id'> &
  Pick<UsersRow, 'role' | 'disabled' | 'security_stamp'> & { host: number | null; member: GivenRole | null } & (
    | Pick<OauthGrantsRow, 'resource' | 'expires_at'>
    | { resource: null; expires_at: null }
  );
type TokenHolder = Omit<HolderRow, 'tools'> & { tools: McpWriteTool[] };

/** The owner of the token, while it works. */
export async function findHolder(db: Db | Trx, hash: string): Promise<TokenHolder | undefined> {
  const row = await db('api_tokens')
    .join('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('workspace_members as member', (on) =>
      on.on('member.workspace_id', 'api_tokens.workspace_id').andOn('member.user_id', 'api_tokens.user_id'),
    )
    .leftJoin('users as host', (on) => on.on('host.id', 'member.workspace_id').andOnVal('host.disabled', 0))
    .leftJoin('oauth_grants', 'oauth_grants.token_id', 'api_tokens.id')
    .where('api_tokens.token_hash', hash)
    .first<HolderRow | undefined>(
      'api_tokens.id',
      'api_tokens.user_id',
      'api_tokens.scope',
      'api_tokens.tools',
      'api_tokens.stamp',
      'users.role',
      'users.disabled',
      'users.security_stamp',
      'api_tokens.last_used_at',
      'api_tokens.workspace_id',
      'host.id as host',
      'member.role as member',
      'oauth_grants.resource',
      'oauth_grants.expires_at',
    );
  // A token of a workspace is never one of another, and clients have none.
  const isIn = row?.workspace_id === null || (row?.host !== null && row?.member !== 'client');
  return row && isIn && isCurrent(row, row.stamp) ? { ...row, tools: toolsOf(row.tools) } : undefined;
}

export async function noteUse(db: Db, id: number, now: number): Promise<void> {
  await db('api_tokens').where({ id }).update({ last_used_at: now });
}

/** Replaces the account's earlier one. */
export async function replacePairingCode(trx: Trx, row: PairingCodesRow, now: number): Promise<void> {
  await trx('pairing_codes').where('expires_at', '<=', now).delete();
  await trx('pairing_codes').insert(row).onConflict('user_id').merge();
}

/** Whose the code is; undefined for all but the first who ask. */
export async function takePairingCode(
  trx: Trx,
  hash: string,
  now: number,
): Promise<Pick<PairingCodesRow, 'user_id' | 'stamp' | 'workspace_id'> | undefined> {
  const code = trx('pairing_codes').where({ code_hash: hash }).andWhere('expires_at', '>', now);
  const found = await code.clone().first('user_id', 'stamp', 'workspace_id');
  return (await code.delete()) === 1 ? found : undefined;
}

import { type ApiToken, maxTokens, mcpWriteToolSchema, type McpWriteTool } from '#shared/tokens.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { ApiTokensRow, UsersRow } from '../tables.ts';

const columns = ['id', 'name', 'scope', 'tools', 'hint', 'created_at', 'last_used_at'] as const;
const toolsOf = (stored: string): McpWriteTool[] =>
  (JSON.parse(stored) as unknown[]).flatMap((tool) => mcpWriteToolSchema.safeParse(tool).data ?? []);
const iso = (time: number): string => new Date(time).toISOString();

const tokenOf = (row: Pick<ApiTokensRow, (typeof columns)[number]>): ApiToken => ({
  id: String(row.id),
  name: row.name,
  scope: row.scope,
  tools: toolsOf(row.tools),
  hint: row.hint,
  createdAt: iso(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : iso(row.last_used_at),
});

/** Newest first. */
export async function listTokens(db: Db, userId: number): Promise<ApiToken[]> {
  const rows = await db('api_tokens')
    .where({ user_id: userId })
    .select(...columns)
    .orderBy('id', 'desc')
    .limit(maxTokens);
  return rows.map(tokenOf);
}

export async function insertToken(trx: Trx, row: Omit<ApiTokensRow, 'id' | 'last_used_at'>): Promise<ApiToken> {
  const [made] = await trx('api_tokens').insert(row).returning('id');
  return tokenOf({ ...row, id: made?.id ?? 0, last_used_at: null });
}

export async function findTokenOwner(db: Db, id: string): Promise<number | undefined> {
  return (await db('api_tokens').where('id', Number(id)).first('user_id'))?.user_id;
}

export const deleteToken = (db: Db, userId: number, id: string): Promise<number> =>
  db('api_tokens')
    .where({ user_id: userId, id: Number(id) })
    .delete();

export async function deleteTokensOf(trx: Trx, userId: number): Promise<void> {
  await trx('api_tokens').where({ user_id: userId }).delete();
}

type HolderRow = Pick<ApiTokensRow, 'id' | 'user_id' | 'scope' | 'tools' | 'last_used_at'> & Pick<UsersRow, 'role'>;
type TokenHolder = Omit<HolderRow, 'tools'> & { tools: McpWriteTool[] };

/** The owner of the token, unless they are disabled. */
export async function findHolder(db: Db, hash: string): Promise<TokenHolder | undefined> {
  const row = await db('api_tokens')
    .join('users', 'users.id', 'api_tokens.user_id')
    .where('api_tokens.token_hash', hash)
    .where('users.disabled', 0)
    .first<HolderRow | undefined>(
      'api_tokens.id',
      'api_tokens.user_id',
      'api_tokens.scope',
      'api_tokens.tools',
      'users.role',
      'api_tokens.last_used_at',
    );
  return row && { ...row, tools: toolsOf(row.tools) };
}

export async function noteUse(db: Db, id: number, now: number): Promise<void> {
  await db('api_tokens').where({ id }).update({ last_used_at: now });
}

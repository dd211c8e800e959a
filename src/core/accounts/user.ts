import { userSettingsSchema, type AuthResult, type User } from '#shared/auth.ts';
import type { UserRow } from './queries.ts';
import type { AccessTokens } from './tokens.ts';

/** Names and addresses that look the same are the same. */
export const keyOf = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

export const toUser = (row: UserRow): User => ({
  id: String(row.id),
  username: row.username,
  email: row.email,
  role: row.role,
  createdAt: new Date(row.created_at).toISOString(),
  hasRedditConnection: row.has_reddit === 1,
  plan: row.plan,
  settings: userSettingsSchema.parse(JSON.parse(row.settings)),
});

export async function authResultFor(tokens: AccessTokens, row: UserRow): Promise<AuthResult> {
  return { token: await tokens.sign({ userId: String(row.id), version: row.token_version }), user: toUser(row) };
}

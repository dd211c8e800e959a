import { userSettingsSchema, type User, type UserSettings } from '#shared/auth.ts';
import type { AccountDeps } from './deps.ts';
import type { UserRow } from './queries.ts';

/** Normalizes names and addresses, so that those that look the same count as equal. */
export const keyOf = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

export const settingsOf = ({ settings }: UserRow): UserSettings => userSettingsSchema.parse(JSON.parse(settings));

const userOf = (row: UserRow, hasRedditConnection: boolean): User => ({
  id: String(row.id),
  username: row.username,
  email: row.email,
  role: row.role,
  createdAt: new Date(row.created_at).toISOString(),
  hasRedditConnection,
  plan: row.plan,
  settings: settingsOf(row),
});

/** Users in the shape of the API. */
export async function presentUsers({ db, userData }: Pick<AccountDeps, 'db' | 'userData'>, rows: readonly UserRow[]): Promise<User[]> {
  const connected = new Set(
    await userData.listConnected(
      db,
      rows.map(({ id }) => id),
    ),
  );
  return rows.map((row) => userOf(row, connected.has(row.id)));
}

export async function presentUser({ db, userData }: Pick<AccountDeps, 'db' | 'userData'>, row: UserRow): Promise<User> {
  return userOf(row, (await userData.listConnected(db, [row.id])).length > 0);
}

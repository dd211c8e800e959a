import { isoTime } from '#core/platform/clock.ts';
import { type OwnUser, userSettingsSchema, type User, type UserSettings } from '#shared/auth.ts';
import type { AccountDeps } from './deps.ts';
import { readActive } from './workspaces/active.ts';
import type { ListedUser } from './queries.ts';

export const settingsOf = ({ settings }: Pick<ListedUser, 'settings'>): UserSettings => userSettingsSchema.parse(JSON.parse(settings));

const userOf = (row: ListedUser, hasRedditConnection: boolean): User => ({
  id: String(row.id),
  username: row.username,
  email: row.email,
  role: row.role,
  createdAt: isoTime(row.created_at),
  hasRedditConnection,
  plan: row.plan,
  settings: settingsOf(row),
});

/** Users in the shape of the API. */
export async function presentUsers({ db, userData }: Pick<AccountDeps, 'db' | 'userData'>, rows: readonly ListedUser[]): Promise<User[]> {
  const connected = new Set(
    await userData.listConnected(
      db,
      rows.map(({ id }) => id),
    ),
  );
  return rows.map((row) => userOf(row, connected.has(row.id)));
}

export async function presentUser({ db, userData }: Pick<AccountDeps, 'db' | 'userData'>, row: ListedUser): Promise<User> {
  return userOf(row, (await userData.listConnected(db, [row.id])).length > 0);
}

/** The signed-in user, and the workspace that they are in. */
export async function presentSelf(deps: Pick<AccountDeps, 'db' | 'userData'>, row: ListedUser, workspaceId: number): Promise<OwnUser> {
  const [user, workspace] = await Promise.all([presentUser(deps, row), readActive(deps.db, { userId: row.id, workspaceId })]);
  return { ...user, workspace };
}

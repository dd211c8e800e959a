import { isoTime } from '#core/platform/clock.ts';
import { type OwnUser, userSettingsSchema, type User, type UserSettings } from '#shared/auth.ts';
import type { Language } from '#shared/language.ts';
import { type Actor } from '#core/platform/actor.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { AccountDeps } from './deps.ts';
import { keyOf } from './look-alikes.ts';
import { readActive } from './workspaces/access.ts';
import { findUser, type ListedUser } from './queries.ts';

export const settingsOf = ({ settings }: Pick<ListedUser, 'settings'>): UserSettings => userSettingsSchema.parse(JSON.parse(settings));

/** Of an invitation: that of who has the address, or else of who invites. */
export async function languageFor(db: Db, actor: Actor, email: string): Promise<Language> {
  const people = [{ email_key: keyOf(email) }, ...(actor.kind === 'user' ? [{ id: Number(actor.userId) }] : [])];
  for (const by of people) {
    const row = await findUser(db, by);
    const { language } = row ? settingsOf(row) : {};
    if (language) return language;
  }
  return 'en';
}

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

import type { GivenRole } from '#shared/auth.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { type ListedUser, userColumns } from './queries.ts';
import type { SessionsRow } from './tables.ts';

export type SessionUser = ListedUser &
  Pick<SessionsRow, 'last_used_at' | 'device' | 'address'> & {
    /** Another account's workspace that it is in, and the user's role there; null in their own, and once they may no longer enter. */
    workspace: number | null;
    member: GivenRole | null;
  };

/** The session with its user and workspace, read by primary key in one statement. */
export const findSession = (db: Db, id: number): Promise<SessionUser | undefined> =>
  db('sessions')
    .join('users', 'users.id', 'sessions.user_id')
    .leftJoin('workspace_members as member', (on) =>
      on.on('member.workspace_id', 'sessions.workspace_id').andOn('member.user_id', 'sessions.user_id'),
    )
    .leftJoin('users as host', (on) => on.on('host.id', 'member.workspace_id').andOnVal('host.disabled', 0))
    .where('sessions.id', id)
    .first<SessionUser | undefined>(
      ...userColumns.map((column) => `users.${column}` as const),
      'sessions.last_used_at',
      'sessions.device',
      'sessions.address',
      'host.id as workspace',
      'member.role as member',
    );

type ListedSession = Omit<SessionsRow, 'sealed_id_token' | 'workspace_id'>;

/** Most recently used first. */
export const listSessions = (db: Db | Trx, userId: number, now: number): Promise<ListedSession[]> =>
  db('sessions')
    .where({ user_id: userId })
    .andWhere('expires_at', '>', now)
    .orderBy([
      { column: 'last_used_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('id', 'user_id', 'device', 'address', 'created_at', 'last_used_at', 'expires_at')
    .limit(100);

export async function insertSession(trx: Trx, session: Omit<SessionsRow, 'id' | 'workspace_id'>): Promise<number> {
  const [row] = await trx('sessions').insert(session).returning('id');
  if (!row) throw new Error('The database gave a new session no id');
  return row.id;
}

export async function findSealedIdToken(db: Db, by: { id: number; user_id: number }): Promise<string | null> {
  return (await db('sessions').where(by).first('sealed_id_token'))?.sealed_id_token ?? null;
}

export async function deleteExpiredSessions(trx: Trx, now: number): Promise<void> {
  await trx('sessions').where('expires_at', '<=', now).delete();
}

export const deleteSessions = (db: Db | Trx, userId: number, ids: readonly number[]): Promise<number> =>
  db('sessions').where({ user_id: userId }).whereIn('id', ids).delete();

export async function noteSessionUse(db: Db, id: number, use: Pick<SessionsRow, 'last_used_at' | 'address'>): Promise<void> {
  await db('sessions').where({ id }).update(use);
}

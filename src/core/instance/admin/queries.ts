import { usernameKeyOf } from '#core/accounts/look-alikes.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import type { Below } from '#core/platform/paging/cursor.ts';
import { likePattern } from '#core/platform/db/text-search.ts';
import type { AuditRow } from '#core/platform/tables.ts';

const countOf = (db: Db, table: 'users' | 'campaigns' | 'items' | 'posts' | 'leads' | 'feedback' | 'beta_applications') =>
  db(table).count('*');

export interface InstanceCounts {
  users: number;
  admins: number;
  disabled: number;
  activeLately: number;
  campaigns: number;
  activeCampaigns: number;
  items: number;
  posts: number;
  leads: number;
  newFeedback: number;
  waitingApplications: number;
}

/** Users active after `since` (UTC ms) count as active lately. */
export async function countInstance(db: Db, since: number): Promise<InstanceCounts> {
  const row = await db
    .select<InstanceCounts[]>(
      countOf(db, 'users').as('users'),
      countOf(db, 'users').where({ role: 'admin' }).as('admins'),
      countOf(db, 'users').where({ disabled: 1 }).as('disabled'),
      countOf(db, 'users')
        .where((either) => either.where('last_login_at', '>', since).orWhere('visit_at', '>', since))
        .as('activeLately'),
      countOf(db, 'campaigns').as('campaigns'),
      countOf(db, 'campaigns').where({ status: 'active' }).as('activeCampaigns'),
      countOf(db, 'items').as('items'),
      countOf(db, 'posts').as('posts'),
      countOf(db, 'leads').as('leads'),
      countOf(db, 'feedback').where({ status: 'new' }).as('newFeedback'),
      countOf(db, 'beta_applications').where({ status: 'waiting' }).as('waitingApplications'),
    )
    .first();
  if (!row) throw new Error('Nothing was counted');
  return row;
}

const usersLike = (db: Db, q: string | undefined) =>
  db('users').modify((users) => {
    const { like } = dialectOf(db);
    if (q)
      void users.where((either) =>
        either
          .whereRaw(like('username_key'), [likePattern(usernameKeyOf(q))])
          .orWhereRaw(like('email_key'), [likePattern(q.toLowerCase())]),
      );
  });

export const listUserIds = (db: Db, { q, beforeId, limit }: Below & { q: string | undefined }): Promise<{ id: number }[]> =>
  usersLike(db, q)
    .modify((users) => void (beforeId === null || users.where('id', '<', beforeId)))
    .orderBy('id', 'desc')
    .select('id')
    .limit(limit);

export async function countUsersLike(db: Db, q: string | undefined): Promise<number> {
  return (await usersLike(db, q).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export async function countCampaignsOf(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db('campaigns')
    .whereIn('user_id', userIds)
    .groupBy('user_id')
    .select<{ user_id: number; n: number }[]>(['user_id', db.raw('count(*) as n')])
    .limit(userIds.length);
  return new Map(rows.map(({ user_id, n }) => [user_id, n]));
}

/** `account`: name of the account that `target` names, if it still exists. */
export type AuditRecordRow = Omit<AuditRow, 'actor_id'> & { actor: string | null; account: string | null };

/** Whose names, action, target, or details have `q` in them. */
export const listAudit = (db: Db, { q, beforeId, limit }: Below & { q: string | undefined }): Promise<AuditRecordRow[]> =>
  db('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .leftJoin('users as accounts', 'audit.target', db.raw("'user:' || accounts.id"))
    .modify((rows) => void (beforeId === null || rows.where('audit.id', '<', beforeId)))
    .modify((rows) => {
      const { like } = dialectOf(db);
      if (q)
        void rows.where((either) => {
          for (const column of ['audit.action', 'audit.target', 'audit.details']) void either.orWhereRaw(like(column), [likePattern(q)]);
          for (const table of ['users', 'accounts']) void either.orWhereRaw(like(`${table}.username_key`), [likePattern(usernameKeyOf(q))]);
        });
    })
    .orderBy('audit.id', 'desc')
    .select<AuditRecordRow[]>('audit.id', 'audit.at', 'audit.action', 'audit.target', 'audit.details', 'audit.address', {
      actor: 'users.username',
      account: 'accounts.username',
    })
    .limit(limit);

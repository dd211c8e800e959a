import type { FeedbackStatus } from '#shared/feedback.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { Below } from '#core/platform/paging/cursor.ts';
import type { UsersRow } from '#core/accounts/tables.ts';
import type { FeedbackRow } from '../tables.ts';

/** Feedback with its author. */
export type ReceivedRow = FeedbackRow & Pick<UsersRow, 'username' | 'email'> & { has_picture: number };

interface Which {
  userId?: number | undefined;
  status?: FeedbackStatus | undefined;
}

const filtered = (db: Db, { userId, status }: Which) =>
  db('feedback').where({ ...(userId === undefined ? {} : { user_id: userId }), ...(status === undefined ? {} : { status }) });

const withUser = (db: Db, which: Which = {}) =>
  filtered(db, which)
    .join('users', 'users.id', 'feedback.user_id')
    .select<ReceivedRow[]>([
      'feedback.*',
      'users.username',
      'users.email',
      db.raw('exists (select 1 from feedback_pictures where feedback_id = feedback.id) as has_picture'),
    ]);

export const listFeedback = (db: Db, { beforeId, limit, ...which }: Which & Below): Promise<ReceivedRow[]> =>
  withUser(db, which)
    .modify((rows) => void (beforeId === null || rows.where('feedback.id', '<', beforeId)))
    .orderBy('feedback.id', 'desc')
    .limit(limit);

export async function countFeedback(db: Db, which: Which): Promise<number> {
  return (await filtered(db, which).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export async function findFeedback(db: Db, id: number): Promise<ReceivedRow | undefined> {
  return (await withUser(db).where('feedback.id', id).limit(1))[0];
}

export async function insertFeedback(
  db: Db,
  row: Pick<FeedbackRow, 'user_id' | 'kind' | 'message' | 'page' | 'status' | 'created_at'>,
  picture: string | null,
): Promise<number> {
  return transact(db, async (trx) => {
    const [made] = await trx('feedback').insert(row).returning('id');
    if (made && picture !== null) await trx('feedback_pictures').insert({ feedback_id: made.id, picture });
    return made?.id ?? 0;
  });
}

export const findPicture = (db: Db, feedbackId: number): Promise<{ picture: string } | undefined> =>
  db('feedback_pictures').where({ feedback_id: feedbackId }).first('picture');

export async function updateFeedback(
  db: Db,
  id: number,
  changes: Partial<Pick<FeedbackRow, 'status' | 'reply' | 'replied_at'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await db('feedback').where({ id }).update(changes);
}

/** Number of messages that this user has sent since `since` (UTC ms). */
export async function countSince(db: Db, userId: number, since: number): Promise<number> {
  return (await db('feedback').where({ user_id: userId }).where('created_at', '>', since).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

import type { Db } from '#core/platform/db/connect.ts';

export async function findEmail(db: Db, userId: number): Promise<string | null> {
  const user = await db('users').where({ id: userId }).first('email');
  return user?.email ?? null;
}

/** Whether the user exists and is enabled. */
export async function isActiveUser(db: Db, userId: number): Promise<boolean> {
  return (await db('users').where({ id: userId, disabled: 0 }).first('id')) !== undefined;
}

/** Which of these campaigns belong to the user. */
export const listOwnCampaigns = (db: Db, userId: number, ids: readonly number[]): Promise<number[]> =>
  db('campaigns').where({ user_id: userId }).whereIn('id', ids).pluck<number[]>('id').limit(ids.length);

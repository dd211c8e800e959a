import { chunked, type Db } from '#core/platform/db/connect.ts';

/** Reddit accounts that users follow as their own; provided by the replies room. */
export type ListFollowedNames = (db: Db, userIds: readonly number[]) => Promise<{ user_id: number; username: string }[]>;

/** User id → names of the Reddit accounts they connected or follow as their own, lowercase. */
export async function listOwnAccounts(
  db: Db,
  userIds: readonly number[],
  listFollowedNames: ListFollowedNames,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const own = new Map<number, Set<string>>();
  for (const ids of chunked([...new Set(userIds)], 1)) {
    const connected = await db('reddit_accounts').whereIn('user_id', ids).select('user_id', 'username').limit(100_000);
    for (const { user_id, username } of [...connected, ...(await listFollowedNames(db, ids))])
      own.set(user_id, (own.get(user_id) ?? new Set()).add(username.toLowerCase()));
  }
  return own;
}

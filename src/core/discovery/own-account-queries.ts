import type { Db } from '#core/platform/db/connect.ts';

/** For each user, the names of the Reddit accounts they connected or follow as their own, in lower case. */
export async function listOwnAccounts(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const own = new Map<number, Set<string>>();
  for (const table of ['reddit_accounts', 'own_activity']) {
    const rows = await db(table)
      .whereIn('user_id', [...new Set(userIds)].slice(0, 900))
      .select<{ user_id: number; username: string }[]>('user_id', 'username')
      .limit(1_000);
    for (const { user_id, username } of rows) own.set(user_id, (own.get(user_id) ?? new Set()).add(username.toLowerCase()));
  }
  return own;
}

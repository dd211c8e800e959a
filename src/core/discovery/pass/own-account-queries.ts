import { chunked, type Db } from '#core/platform/db/connect.ts';

/** Reddit accounts that users follow as their own; provided by the replies room. */
export type ListFollowedNames = (db: Db, userIds: readonly number[]) => Promise<{ user_id: number; username: string }[]>;

/** Workspace → names of the Reddit accounts that its members connected or follow as their own, lowercase. */
export async function listOwnAccounts(
  db: Db,
  userIds: readonly number[],
  listFollowedNames: ListFollowedNames,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const own = new Map<number, Set<string>>();
  for (const ids of chunked([...new Set(userIds)], 1)) {
    const members = await db('workspace_members').whereIn('workspace_id', ids).select('workspace_id', 'user_id').limit(100_000);
    const workspaces = Map.groupBy([...ids.map((id) => ({ workspace_id: id, user_id: id })), ...members], ({ user_id }) => user_id);
    const people = [...workspaces.keys()];
    const connected = await db('reddit_accounts').whereIn('user_id', people).select('user_id', 'username').limit(100_000);
    for (const { user_id, username } of [...connected, ...(await listFollowedNames(db, people))])
      for (const { workspace_id } of workspaces.get(user_id) ?? [])
        own.set(workspace_id, (own.get(workspace_id) ?? new Set()).add(username.toLowerCase()));
  }
  return own;
}

import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { Cursor } from '#core/platform/paging/cursor.ts';
import type { ActivityRow, OwnItemRow } from './rows.ts';

const activities = (db: Db | Trx) => db('own_activity');
const items = (db: Db | Trx) => db('own_items');

/** A person's Reddit account, its name in Reddit's spelling. */
export type OwnAccount = Pick<ActivityRow, 'user_id' | 'username'>;

export const findActivity = (db: Db | Trx, { user_id, username }: OwnAccount): Promise<ActivityRow | undefined> =>
  activities(db).select('*').where({ user_id, username }).first();

export async function saveActivity(trx: Trx, row: ActivityRow): Promise<void> {
  await activities(trx).insert(row).onConflict(['user_id', 'username']).merge();
}

export async function forgetActivity(trx: Trx, { user_id, username }: OwnAccount): Promise<void> {
  await activities(trx).where({ user_id, username }).delete();
  await items(trx).where({ user_id, username }).delete();
}

/** Replaces the items since `since` (UTC ms) with `rows`; older ones stay. */
export async function replaceItems(
  trx: Trx,
  { user_id, username }: OwnAccount,
  { rows, since }: { rows: readonly Omit<OwnItemRow, 'id' | 'user_id' | 'username'>[]; since: number | null },
): Promise<void> {
  const kept = new Set(rows.map(({ fullname }) => fullname));
  const before = await items(trx)
    .where({ user_id, username })
    .where('created_at', '>=', since ?? 0)
    .select('id', 'fullname')
    .limit(100_000);
  const gone = before.filter(({ fullname }) => !kept.has(fullname)).map(({ id }) => id);
  for (const ids of chunked(gone, 1)) await items(trx).whereIn('id', ids).delete();
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'fullname');
  const owned = rows.map((row) => ({ user_id, username, ...row }));
  await insertRows(trx, 'own_items', { rows: owned, onConflict: `(user_id, username, fullname) ${takeNew(columns)}` });
}

interface Listed {
  userId: number;
  /** Null: of all their accounts. */
  username: string | null;
  kind?: 'post' | 'comment' | undefined;
}
const ofUser = (db: Db, { userId, username, kind }: Listed) =>
  items(db).where({ user_id: userId, ...(username === null ? {} : { username }), ...(kind ? { kind } : {}) });

/** Newest first. */
export const listItems = (db: Db, { cursor, limit, ...of }: Listed & { cursor: Cursor | null; limit: number }): Promise<OwnItemRow[]> =>
  ofUser(db, of)
    .modify((rows) => {
      if (cursor) void rows.whereRaw('(created_at, id) < (?, ?)', [cursor.key, cursor.id]);
    })
    .select('*')
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);

/** What the people of a workspace wrote in a thread, newest first. */
export const listItemsIn = (db: Db, { people, thread }: { people: readonly number[]; thread: string }): Promise<OwnItemRow[]> =>
  items(db).where({ link_fullname: thread }).whereIn('user_id', people).select('*').orderBy('created_at', 'desc').limit(100);

export async function countItems(db: Db, { user_id, username }: OwnAccount): Promise<{ posts: number; comments: number }> {
  const rows = await items(db).where({ user_id, username }).groupBy('kind').select('kind').count<{ kind: string; n: number }[]>({ n: '*' });
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.n ?? 0;
  return { posts: of('post'), comments: of('comment') };
}

/** Users whose activity was last read, or tried to be read, before `before` (UTC ms), oldest first. */
export const listTriedBefore = (db: Db, before: number, limit: number): Promise<ActivityRow[]> =>
  activities(db).select('*').where('tried_at', '<', before).orderBy('tried_at').limit(limit);

/** Names of the Reddit accounts whose activity is stored for these users. */
export const listFollowedNames = (db: Db, userIds: readonly number[]): Promise<{ user_id: number; username: string }[]> =>
  db('own_activity').whereIn('user_id', userIds).select('user_id', 'username').limit(100_000);

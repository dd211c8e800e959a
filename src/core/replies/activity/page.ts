import type { Activity, ActivityQuery, ActivityState } from '#shared/activity.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import { countItems, listItems } from './queries.ts';
import { type ActivityRow, type OwnItem, ownItemOf } from './rows.ts';

const timeOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const flagOrNull = (flag: number | null): boolean | null => (flag === null ? null : flag === 1);

export const accountOf = (row: ActivityRow): NonNullable<Activity['account']> => ({
  username: row.username,
  createdAt: timeOrNull(row.account_created_at),
  linkKarma: row.link_karma,
  commentKarma: row.comment_karma,
  totalKarma: row.total_karma,
  emailVerified: flagOrNull(row.email_verified),
  suspended: flagOrNull(row.suspended),
});

/** A new account starts with one point of karma; more than that was earned by items that Reddit doesn't list. */
export function stateOf(row: ActivityRow, count: number): ActivityState {
  if (count > 0) return 'ok';
  if (row.read_at === null) return 'failed';
  return Math.max(row.link_karma ?? 0, row.comment_karma ?? 0, row.total_karma ?? 0) > 2 ? 'hidden' : 'empty';
}

function shown({ createdAt, points, ...item }: OwnItem): Activity['items'][number] {
  return { ...item, createdAt: new Date(createdAt).toISOString(), score: points };
}

export const withoutAccount = (state: ActivityState): Activity => ({
  state,
  account: null,
  counts: { posts: 0, comments: 0 },
  capped: false,
  readAt: null,
  error: null,
  items: [],
  nextCursor: null,
  total: null,
});

/** One page of the stored activity of an account. */
export async function readPage(db: Db, row: ActivityRow, { limit, cursor, kind }: ActivityQuery): Promise<Activity> {
  const userId = row.user_id;
  const sort = `activity ${kind ?? 'all'}`;
  const rows = await listItems(db, { userId, kind, cursor: readCursor(cursor, sort), limit: limit + 1 });
  const counts = await countItems(db, userId);
  const all = counts.posts + counts.comments;
  const last = rows[limit - 1];
  return {
    state: stateOf(row, all),
    account: accountOf(row),
    counts,
    capped: row.capped === 1,
    readAt: timeOrNull(row.read_at),
    error: row.error,
    items: rows.slice(0, limit).map((item) => shown(ownItemOf(item))),
    nextCursor: last && rows.length > limit ? writeCursor({ sort, now: 0, key: last.created_at, id: last.id }) : null,
    total: kind === undefined ? all : counts[kind === 'post' ? 'posts' : 'comments'],
  };
}

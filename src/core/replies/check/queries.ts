import type { ItemsRow, PostsRow } from '#core/inbox/tables.ts';
import { listPeople } from '#core/accounts/queries.ts';
import { listMembersOf } from '#core/accounts/workspaces/queries.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { listItemsIn } from '../activity/queries.ts';
import { type OwnItem, ownItemOf } from '../activity/rows.ts';
import { senderOf } from '../outbox/queries.ts';
import type { OutboxRow } from '../tables.ts';

/** The post or comment to reply to, as last fetched. */
export type Target = Pick<ItemsRow, 'fullname' | 'link_fullname' | 'locked' | 'created_at' | 'checked_at' | 'gone'> &
  Pick<PostsRow, 'author_key'>;
const answerColumns = [
  'post_id',
  'account',
  'parent_fullname',
  'subreddit',
  'text',
  'state',
  'permalink',
  'created_at',
  'user_id',
  'sent_by',
] as const;
/** A reply that was posted, may have been posted, or is waiting. */
export type PastAnswer = Pick<OutboxRow, (typeof answerColumns)[number]> & {
  /** Who sent it, if another member of the workspace did. */
  colleague: string | null;
  /** Of the person replied to. */
  author_key: string | null;
};

/** The caller must have checked that the post belongs to the user. */
export const findTarget = (db: Db, postId: number): Promise<Target | undefined> =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.id', postId)
    .first<Target | undefined>(
      'items.fullname',
      'items.link_fullname',
      'items.locked',
      'items.created_at',
      'items.checked_at',
      'items.gone',
      'posts.author_key',
    );

const maxAnswers = 2000;

/** Replies of everybody in the workspace, and the person's own in others: Reddit sees one account. */
export async function listAnswers(
  db: Db,
  { workspace, userId, since, but }: { workspace: number; userId: number; since: number; but: number | null },
): Promise<PastAnswer[]> {
  const rows = await db('outbox')
    .leftJoin('posts', 'posts.id', 'outbox.post_id')
    .where((those) => those.where('outbox.user_id', workspace).orWhere('outbox.sent_by', userId))
    .whereNot('outbox.state', 'failed')
    .where('outbox.created_at', '>', since)
    .modify((those) => void (but === null || those.whereNot('outbox.id', but)))
    .orderBy('outbox.id', 'desc')
    .select<Omit<PastAnswer, 'colleague'>[]>([...answerColumns.map((column) => `outbox.${column}`), 'posts.author_key'])
    .limit(maxAnswers);
  const people = await listPeople(
    db,
    rows.map(({ sent_by }) => sent_by),
  );
  return rows.map((row) => {
    const sender = senderOf(row);
    return { ...row, colleague: sender === userId ? null : (people.get(sender)?.username ?? 'A colleague') };
  });
}

/** A post or comment in the thread, whichever way it was written, by one of the workspace's Reddit accounts. */
export type SeenThere = OwnItem & { username: string; colleague: string | null };

/** What the workspace's accounts wrote in this thread, as far as Reddit listed it, newest first. */
export async function listThere(
  db: Db,
  { workspace, userId, target }: { workspace: number; userId: number; target: Target },
): Promise<SeenThere[]> {
  const people = [userId, workspace, ...(await listMembersOf(db, workspace)).map(({ user_id }) => user_id)];
  const rows = await listItemsIn(db, { people: [...new Set(people)], thread: target.link_fullname ?? target.fullname });
  const names = await listPeople(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({
    ...ownItemOf(row),
    username: row.username,
    colleague: row.user_id === userId ? null : (names.get(row.user_id)?.username ?? 'A colleague'),
  }));
}

import type { ReplyState } from '#shared/outbox.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ItemsRow, PostsRow } from '#core/inbox/tables.ts';
import { withoutTitle } from '#core/reddit/client/links.ts';
import type { OutboxRow, ReplyPointsRow, ReplyWatchesRow } from '../tables.ts';

/** A watch that is due, with its reply and the person replied to. */
export interface DueRow
  extends ReplyWatchesRow, Pick<OutboxRow, 'account' | 'subreddit' | 'post_id' | 'sent_by'>, Pick<PostsRow, 'lead_id'> {
  next_at: number;
  thing_fullname: string;
  sent_at: number;
  campaign_id: PostsRow['campaign_id'] | null;
  /** Null if their account was deleted. */
  person: ItemsRow['author'];
}
export type PointRow = Omit<ReplyPointsRow, 'id'>;
/** Why a check failed. */
export type Trouble = Exclude<PointRow['standing'], ReplyState>;

/** Starts watching replies posted since `since` (UTC ms). Returns how many. */
export async function adopt(trx: Trx, { since, firstMs }: { since: number; firstMs: number }): Promise<number> {
  const sent = await trx('outbox')
    .leftJoin('reply_watches', 'reply_watches.outbox_id', 'outbox.id')
    .where('outbox.state', 'sent')
    .whereNotNull('outbox.thing_fullname')
    .whereNull('reply_watches.outbox_id')
    .where('outbox.sent_at', '>', since)
    .select<{ id: number; user_id: number; sent_at: number }[]>('outbox.id', 'outbox.user_id', 'outbox.sent_at')
    .orderBy('outbox.id')
    .limit(10_000);
  const rows = sent.map(({ id, user_id, sent_at }) => ({ outbox_id: id, user_id, next_at: sent_at + firstMs, standing: 'waiting' }));
  await insertRows(trx, 'reply_watches', { rows });
  return rows.length;
}

/** Due watches, the most overdue first. */
export const listDue = (db: Db, now: number, limit: number): Promise<DueRow[]> =>
  db('reply_watches')
    .join('outbox', 'outbox.id', 'reply_watches.outbox_id')
    .leftJoin('posts', 'posts.id', 'outbox.post_id')
    .leftJoin('items', 'items.id', 'posts.item_id')
    .where('reply_watches.next_at', '<=', now)
    .whereNotIn('reply_watches.user_id', db('users').where({ disabled: 1 }).select('id'))
    .select<DueRow[]>([
      'reply_watches.*',
      'outbox.account',
      'outbox.sent_by',
      'outbox.subreddit',
      'outbox.thing_fullname',
      'outbox.sent_at',
      'outbox.post_id',
      'posts.campaign_id',
      'posts.lead_id',
      'items.author as person',
    ])
    .orderBy(['reply_watches.next_at', 'reply_watches.outbox_id'])
    .limit(limit);

/** Updates the watch only if no other process has since it was read; otherwise returns false. */
export async function changeWatch(
  trx: Trx,
  { outbox_id, next_at, read_at }: Pick<ReplyWatchesRow, 'outbox_id' | 'next_at' | 'read_at'>,
  changes: Partial<Omit<ReplyWatchesRow, 'outbox_id' | 'user_id'>>,
): Promise<boolean> {
  return (await trx('reply_watches').where({ outbox_id, next_at, read_at }).update(changes)) === 1;
}

export const addPoint = async (trx: Trx, point: PointRow): Promise<void> => void (await trx('reply_points').insert({ ...point }));

/** Deletes the text of a reply that its author deleted on Reddit; the hash stays, so that nothing is posted twice. */
export const eraseText = async (trx: Trx, outboxId: number): Promise<void> =>
  void (await trx('outbox').where({ id: outboxId }).update({ text: '' }));

const answerColumns = ['author', 'body', 'permalink'] as const;

/** Stores what waits below a reply for its author, and forgets the rest: it was deleted, or the author has responded. */
export async function saveAnswers(
  trx: Trx,
  { outbox_id, user_id }: Pick<ReplyWatchesRow, 'outbox_id' | 'user_id'>,
  { waiting, now }: { waiting: readonly FetchedItem[]; now: number },
): Promise<{ changed: boolean }> {
  const names = waiting.map(({ fullname }) => fullname);
  const removed = await trx('reply_answers').where({ outbox_id }).whereNotIn('fullname', names).delete();
  const known = await trx('reply_answers')
    .where({ outbox_id })
    .select('fullname', ...answerColumns)
    .limit(names.length);
  const before = new Map(known.map((row) => [row.fullname, row]));
  const rows = waiting.map(({ fullname, author, body, permalink, createdAt }) => ({
    outbox_id,
    user_id,
    fullname,
    author,
    body,
    permalink: permalink && withoutTitle(permalink),
    created_at: createdAt,
    found_at: now,
    checked_at: now,
  }));
  const onConflict = `(outbox_id, fullname) ${takeNew([...answerColumns, 'checked_at'])}`;
  await insertRows(trx, 'reply_answers', { rows, onConflict });
  return { changed: removed > 0 || rows.some((row) => answerColumns.some((column) => before.get(row.fullname)?.[column] !== row[column])) };
}

const nobody = { author: null, body: '', permalink: null };

/** Deletes who responded to a reply with which words. */
export const forgetAnswers = async (trx: Trx, outboxId: number): Promise<void> =>
  void (await trx('reply_answers').where({ outbox_id: outboxId }).update(nobody));

/** Deletes who responded with which words where that was last confirmed before this time (UTC ms), whoever the user is. */
export async function forgetUnconfirmed(trx: Trx, before: number): Promise<void> {
  await trx('reply_answers').where('checked_at', '<', before).whereNotNull('author').update(nobody);
  await trx('reply_watches').where('read_at', '<', before).whereNot('answerers', '[]').update({ answerers: '[]' });
}

/** Deletes everyone who responded to what this person sent. */
export async function forgetAnswersTo(trx: Trx, { userId, account }: { userId: number; account: string }): Promise<void> {
  const sent = trx('outbox').where({ account }).whereRaw('coalesce(sent_by, user_id) = ?', [userId]).select('id');
  await trx('reply_answers').whereIn('outbox_id', sent).delete();
  await trx('reply_watches').whereIn('outbox_id', sent).whereNot('answerers', '[]').update({ answerers: '[]' });
}

export async function findNewestPoint(trx: Trx, outboxId: number): Promise<PointRow | undefined> {
  return trx('reply_points')
    .where({ outbox_id: outboxId })
    .select('outbox_id', 'at', 'standing', 'points', 'answers')
    .orderBy('id', 'desc')
    .first();
}

/** Scores of these replies over time, oldest first, without failed checks. */
export async function listPoints(db: Db, outboxIds: readonly number[]): Promise<{ outbox_id: number; at: number; points: number }[]> {
  const rows: { outbox_id: number; at: number; points: number }[] = [];
  for (const ids of chunked(outboxIds, 1))
    rows.push(
      ...(await db('reply_points')
        .whereIn('outbox_id', ids)
        .whereNotNull('points')
        .select<typeof rows>('outbox_id', 'at', 'points')
        .orderBy('id')
        .limit(100_000)),
    );
  return rows;
}

export interface ShownRow extends ReplyWatchesRow {
  last_standing: PointRow['standing'] | null;
  last_at: number | null;
  sender_left: number;
}

const hasLeft = (db: Db) =>
  db.raw('case when outbox.sent_by <> reply_watches.user_id and sender.user_id is null then 1 else 0 end as sender_left');

/** These replies with their newest score. The caller must have checked that they belong to the user. */
export async function listShown(db: Db, outboxIds: readonly number[]): Promise<ShownRow[]> {
  const newest = db.raw('(select max(id) from reply_points where reply_points.outbox_id = reply_watches.outbox_id)');
  const rows: ShownRow[] = [];
  for (const ids of chunked(outboxIds, 1)) {
    const found = await db('reply_watches')
      .join('outbox', 'outbox.id', 'reply_watches.outbox_id')
      .leftJoin('workspace_members as sender', (on) =>
        on.on('sender.workspace_id', 'reply_watches.user_id').andOn('sender.user_id', 'outbox.sent_by'),
      )
      .leftJoin('reply_points as last', 'last.id', newest)
      .whereIn('reply_watches.outbox_id', ids)
      .select<ShownRow[]>(['reply_watches.*', 'last.standing as last_standing', 'last.at as last_at', hasLeft(db)])
      .limit(ids.length);
    rows.push(...found);
  }
  return rows;
}

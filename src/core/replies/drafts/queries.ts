import { chunked, type Db, transact } from '#core/platform/db/connect.ts';
import type { UserSettings } from '#shared/auth.ts';
import { settingsOf } from '#core/accounts/user.ts';
import type { ItemsRow } from '#core/inbox/tables.ts';
import type { WrittenRepliesRow, OutboxRow, VoicesRow } from '../tables.ts';

export const findDraft = (db: Db, postId: number): Promise<WrittenRepliesRow | undefined> =>
  db('written_replies').where({ post_id: postId }).first('*');

/** Unless its post was deleted while the model wrote. */
export async function saveDraft(db: Db, row: WrittenRepliesRow): Promise<void> {
  await transact(db, async (trx) => {
    const post = await trx('posts')
      .join('items', 'items.id', 'posts.item_id')
      .where('posts.id', row.post_id)
      .whereNull('items.gone')
      .first('posts.id');
    if (post) await trx('written_replies').insert(row).onConflict('post_id').merge();
  });
}

export async function eraseDrafts(trx: Db, postIds: readonly number[]): Promise<void> {
  for (const some of chunked(postIds, 1)) await trx('written_replies').whereIn('post_id', some).delete();
}

export async function findSettings(db: Db, userId: number): Promise<UserSettings> {
  const row = await db('users').where({ id: userId }).first('settings');
  return row ? settingsOf(row) : {};
}

/** Users who had the app open since `since` (UTC ms). */
export const listPresent = (db: Db, since: number): Promise<{ id: number; role: 'user' | 'admin' }[]> =>
  db('users')
    .where({ disabled: 0 })
    .whereIn('id', db('sessions').where('last_used_at', '>=', since).select('user_id'))
    .select('id', 'role')
    .orderBy('id')
    .limit(1000);

/** Whether a reply to one of these posts was sent, or waits to be. */
export async function hasReply(db: Db, postIds: readonly string[]): Promise<boolean> {
  const row = await db('outbox').whereIn('post_id', postIds.map(Number)).whereNot({ state: 'failed' }).first('id');
  return row !== undefined;
}

export type SentReply = Pick<OutboxRow, 'text' | 'created_at' | 'subreddit' | 'thing_fullname'> & Pick<ItemsRow, 'title' | 'body'>;

/** Newest first, with what they replied to. */
export const listSent = (db: Db, userId: number, limit: number): Promise<SentReply[]> =>
  db('outbox')
    .join('posts', 'posts.id', 'outbox.post_id')
    .join('items', 'items.id', 'posts.item_id')
    .whereRaw('coalesce(outbox.sent_by, outbox.user_id) = ?', [userId])
    .where('outbox.state', 'sent')
    .whereNot('outbox.text', '')
    .whereNull('items.gone')
    .orderBy('outbox.id', 'desc')
    .limit(limit)
    .select<SentReply[]>('outbox.text', 'outbox.created_at', 'outbox.subreddit', 'outbox.thing_fullname', 'items.title', 'items.body');

export const findVoice = (db: Db, userId: number): Promise<VoicesRow | undefined> => db('voices').where({ user_id: userId }).first('*');

/** An empty voice isn't kept. */
export async function saveVoice(db: Db, row: VoicesRow): Promise<void> {
  if (row.profile === '' && row.samples === '[]') await db('voices').where({ user_id: row.user_id }).delete();
  else await db('voices').insert(row).onConflict('user_id').merge();
}

import type { EraseStep, GoneItems, ItemsBelow } from '#core/inbox/items/erase.ts';
import { type Db, type Subquery, chunked, type Trx } from '#core/platform/db/connect.ts';
import type { DeletionFigures } from '#core/platform/deletion-log-queries.ts';
import { withoutTitle } from '#core/reddit/client/links.ts';
import { eraseDrafts } from '../drafts/queries.ts';

/** Subquery: replies to the outer query's post, sent or not. */
export const selectRepliesToPost = (db: Db): Subquery => db('outbox').select('id').whereRaw('outbox.post_id = posts.id');

const deletedText = 'Canceled because the post was deleted on Reddit.';

/**
 * Cancels waiting replies to deleted posts and deletes the texts of all replies, except those that are being sent or
 * looked up, which the next round handles. The hash stays, so that nothing is posted twice.
 */
export async function eraseRepliesTo(trx: Trx, postIds: readonly number[]): Promise<number> {
  for (const some of chunked(postIds, 1))
    await trx('outbox')
      .whereIn('post_id', some)
      .where({ state: 'queued' })
      .update({ state: 'failed', held: null, error_code: 'gone', error: deletedText });
  const settled = await trx('outbox')
    .join('posts', 'posts.id', 'outbox.post_id')
    .join('items', 'items.id', 'posts.item_id')
    .whereNotNull('items.gone')
    .whereIn('outbox.state', ['sent', 'failed'])
    .where((kept) => kept.whereNot('outbox.text', '').orWhereIn('outbox.id', trx('reply_answers').select('outbox_id')))
    .limit(10_000)
    .pluck<number[]>('outbox.id');
  for (const ids of chunked(settled, 1)) {
    await trx('outbox').whereIn('id', ids).update({ text: '' });
    await trx('reply_watches').whereIn('outbox_id', ids).update({ answerers: '[]' });
    await trx('reply_answers').whereIn('outbox_id', ids).delete();
  }
  return settled.length;
}

/** The words of a deleted title: replies that quote it, the links of others, and what the account's own comments have of it. */
async function eraseTitlesOf(trx: Trx, { postIds, threads, titles }: Pick<ItemsBelow, 'postIds' | 'threads' | 'titles'>): Promise<void> {
  await eraseDrafts(trx, postIds);
  for (const some of chunked(postIds, 1)) {
    const rows = await trx('outbox').whereIn('post_id', some).select('id', 'state', 'text').limit(1_000_000);
    const quoting = rows.filter(({ text }) => titles.some((title) => text.includes(title)));
    const ids = quoting.filter(({ state }) => state !== 'sending' && state !== 'unknown').map(({ id }) => id);
    await trx('outbox')
      .whereIn('id', ids)
      .where({ state: 'queued' })
      .update({ state: 'failed', held: null, error_code: 'gone', error: deletedText });
    await trx('outbox').whereIn('id', ids).update({ text: '' });
    await shortenLinks(trx, some);
  }
  const own = await trx('own_items')
    .whereIn('link_fullname', threads)
    .where({ kind: 'comment' })
    .select('id', 'permalink')
    .limit(1_000_000);
  for (const { id, permalink } of own)
    await trx('own_items')
      .where({ id })
      .update({ title: '', permalink: permalink && withoutTitle(permalink) });
}

/** A reply's link has the words of the title of its thread. */
async function shortenLinks(trx: Trx, postIds: readonly number[]): Promise<void> {
  const rows = await trx('outbox').whereIn('post_id', postIds).whereNotNull('permalink').select('id', 'permalink').limit(1_000_000);
  for (const { id, permalink } of rows)
    await trx('outbox')
      .where({ id })
      .update({ permalink: permalink && withoutTitle(permalink) });
}

async function eraseAll(trx: Trx, { postIds, fullnames }: GoneItems): Promise<number> {
  for (const some of chunked(fullnames, 1)) await trx('reply_answers').whereIn('fullname', some).delete();
  const answers = await eraseRepliesTo(trx, postIds);
  await eraseTitlesOf(trx, { postIds, threads: fullnames, titles: [] });
  return answers;
}

export const eraseReplies: EraseStep = { counts: 'answers', run: eraseAll, runBelow: eraseTitlesOf };

export async function countReplies(trx: Trx, userId: number): Promise<Pick<DeletionFigures, 'answers'>> {
  const row = await trx('outbox').where({ user_id: userId }).count<{ n: number }>({ n: '*' }).first();
  return { answers: row?.n ?? 0 };
}

import type { EraseStep } from '#core/inbox/items/erase.ts';
import { chunked, type Trx } from '#core/platform/db/connect.ts';
import type { DeletionFigures } from '#core/platform/deletion-log-queries.ts';

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
    .whereNot('outbox.text', '')
    .limit(10_000)
    .pluck<number[]>('outbox.id');
  for (const ids of chunked(settled, 1)) {
    await trx('outbox').whereIn('id', ids).update({ text: '' });
    await trx('reply_watches').whereIn('outbox_id', ids).update({ answerers: '[]' });
  }
  return settled.length;
}

export const eraseReplies: EraseStep = { counts: 'answers', run: (trx, { postIds }) => eraseRepliesTo(trx, postIds) };

export async function countReplies(trx: Trx, userId: number): Promise<Pick<DeletionFigures, 'answers'>> {
  const row = await trx('outbox').where({ user_id: userId }).count<{ n: number }>({ n: '*' }).first();
  return { answers: row?.n ?? 0 };
}

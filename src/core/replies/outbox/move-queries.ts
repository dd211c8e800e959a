import type { Move } from '#core/inbox/campaigns/move-queries.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';

const movedText = 'Its campaign was moved to this workspace. Choose a time to send it from your own account, or cancel it.';

/** Replies with what became of them; scheduled ones are held. Who isn't in the other workspace is no longer named. */
export async function moveReplies(trx: Trx, { campaignId, to, people }: Move): Promise<void> {
  const posts = trx('posts').where({ campaign_id: campaignId }).select('id');
  const replies = () => trx('outbox').whereIn('post_id', posts);
  if (await replies().where({ state: 'sending' }).first('id'))
    throw new AppError('conflict', 'A reply of this campaign is being posted. Try again in a minute.');
  const ids = replies().select('id');
  const unnamed = replies().whereNotIn('sent_by', people).select('id');
  // Their accounts are no longer asked about it.
  await trx('reply_watches').whereIn('outbox_id', unnamed).update({ next_at: null });
  for (const table of ['reply_watches', 'reply_answers'] as const) await trx(table).whereIn('outbox_id', ids).update({ user_id: to });
  await trx('written_replies').whereIn('post_id', posts).delete();
  await replies()
    .where({ state: 'queued' })
    .update({ held: 'left', error: movedText, scheduled_at: trx.raw('coalesce(scheduled_at, due_at)') });
  await replies().whereNotIn('approved_by', people).update({ approved_by: null });
  await replies().whereNotIn('sent_by', people).update({ sent_by: null });
  await replies().update({ user_id: to });
}

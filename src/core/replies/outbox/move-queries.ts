import type { Merge } from '#core/accounts/user-data.ts';
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

/** Two accounts of one person: who sent and approved, replies without a post, and what was read through their Reddit accounts. */
export async function mergeReplies(trx: Trx, { from, to }: Merge): Promise<void> {
  await trx('outbox').where({ sent_by: from }).update({ sent_by: to });
  await trx('outbox').where({ approved_by: from }).update({ approved_by: to });
  const loose = trx('outbox').where({ user_id: from }).whereNull('post_id').select('id');
  for (const table of ['reply_watches', 'reply_answers'] as const) await trx(table).whereIn('outbox_id', loose).update({ user_id: to });
  await trx('outbox').where({ user_id: from }).whereNull('post_id').update({ user_id: to });
  for (const table of ['own_activity', 'own_items', 'own_reports'] as const) {
    const known = trx(table).where({ user_id: to }).select('username');
    await trx(table).where({ user_id: from }).whereNotIn('username', known).update({ user_id: to });
  }
  if (!(await trx('voices').where({ user_id: to }).first('user_id'))) await trx('voices').where({ user_id: from }).update({ user_id: to });
}

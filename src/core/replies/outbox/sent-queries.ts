import type { Db, Subquery } from '#core/platform/db/connect.ts';

/** Subquery: the posts that these users replied to, with the time of their first reply (UTC ms). */
export const selectReplied = (db: Db, userIds: Subquery): Subquery =>
  db('outbox')
    .where({ state: 'sent' })
    .whereIn('user_id', userIds)
    .whereNotNull('post_id')
    .groupBy('post_id')
    .select('post_id')
    .min({ sent_at: 'sent_at' });

/** Subquery: replies to the outer query's post, sent or not. */
export const selectRepliesToPost = (db: Db): Subquery => db('outbox').select('id').whereRaw('outbox.post_id = posts.id');

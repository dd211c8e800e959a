import type { OutboxState } from '#shared/outbox.ts';
import { dayMs } from '#shared/time.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { changeRow, countRecent, findSame, insertRow, type NewOutboxRow } from './queries.ts';
import { countScheduled } from './schedule-queries.ts';

/** Well below what Reddit treats as spam. */
export const caps = { account: 20, subreddit: 5 };

const asSpam = 'more look like spam. Try again tomorrow.';

/** Throws `too_many` if this account has too many posted or scheduled replies around that time. */
export async function refuseCrowded(
  trx: Trx,
  {
    account,
    subreddit,
    created_at,
    due_at,
    scheduled_at,
  }: Pick<NewOutboxRow, 'account' | 'subreddit' | 'created_at' | 'due_at' | 'scheduled_at'>,
  but: number | null = null,
): Promise<void> {
  const count = (where: { subreddit?: string }): Promise<number> =>
    scheduled_at === null
      ? countRecent(trx, { account, since: created_at - dayMs, ...where })
      : countScheduled(trx, { account, at: due_at, but, ...where });
  const [all, here] = [await count({}), await count({ subreddit })];
  if (all >= caps.account) throw new AppError('too_many', `You can post at most ${caps.account} replies a day, because ${asSpam}`);
  if (here >= caps.subreddit)
    throw new AppError('too_many', `You can post at most ${caps.subreddit} replies a day in r/${subreddit}, because ${asSpam}`);
}

/** Throws `conflict` if the same account has already posted or queued the same reply. */
export function refuseSame(same: { state: string; user_id: number } | undefined, userId: number): void {
  if (same && same.state !== 'failed') throw new AppError('conflict', "You've already sent this reply");
  if (same && same.user_id !== userId) throw new AppError('conflict', 'Another user already tried to send this reply with this account');
}

/** Stores a reply, or queues a failed one again. Throws `conflict` for a posted one, and `too_many`. */
export async function enqueue(db: Db, row: NewOutboxRow): Promise<{ id: number; state: OutboxState }> {
  return transact(db, async (trx) => {
    const same = await findSame(trx, row);
    refuseSame(same, row.user_id);
    await refuseCrowded(trx, row);
    if (!same) return { id: await insertRow(trx, row), state: row.state };
    await changeRow(trx, same, { ...row, looks: 0, held: null, error_code: null, error: null });
    return { id: same.id, state: row.state };
  });
}

import type { OutboxState } from '#shared/outbox.ts';
import { dayMs } from '#shared/time.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { changeRow, countRecent, findSame, insertRow, type NewOutboxRow } from './queries.ts';
import { countPlanned } from './schedule-queries.ts';

/** Reddit takes much more for spam; so few answers by hand are nobody's nuisance. */
export const caps = { account: 20, subreddit: 5 };

const asSpam = 'people and Reddit take it for spam';

/** Throws `too_many` when this account has said, or plans to say, too much around that time. */
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
  const count = (place: { subreddit?: string }): Promise<number> =>
    scheduled_at === null
      ? countRecent(trx, { account, since: created_at - dayMs, ...place })
      : countPlanned(trx, { account, at: due_at, but, ...place });
  const [all, here] = [await count({}), await count({ subreddit })];
  if (all >= caps.account) throw new AppError('too_many', `That would be more than ${caps.account} answers in a day: ${asSpam}`);
  if (here >= caps.subreddit)
    throw new AppError('too_many', `That would be more than ${caps.subreddit} answers a day in r/${subreddit}: ${asSpam}`);
}

/** Throws `conflict` where these words to this person in this name are, or are to be, on Reddit already. */
export function refuseSame(same: { state: string; user_id: number } | undefined, userId: number): void {
  if (same && same.state !== 'failed') throw new AppError('conflict', 'You have sent this very answer already');
  if (same && same.user_id !== userId) throw new AppError('conflict', 'This very answer was tried for this account already');
}

/** Writes an answer down, or takes up one that failed again. Throws `conflict` for one that stands, and `too_many`. */
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

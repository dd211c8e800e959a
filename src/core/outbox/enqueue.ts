import type { OutboxState } from '#shared/outbox.ts';
import { type Db, transact } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { changeRow, countRecent, findSame, insertRow, type NewOutboxRow } from './queries.ts';

const dayMs = 86_400_000;
/** Reddit takes much more for spam; so few answers by hand are nobody's nuisance. */
export const caps = { account: 20, subreddit: 5 };

/** Writes an answer down, or takes up one that failed again. Throws `conflict` for one that stands, and `too_many`. */
export async function enqueue(db: Db, row: NewOutboxRow): Promise<{ id: number; state: OutboxState }> {
  return transact(db, async (trx) => {
    const same = await findSame(trx, row);
    if (same && same.state !== 'failed') throw new AppError('conflict', 'You have sent this very answer already');
    if (same && same.user_id !== row.user_id) throw new AppError('conflict', 'This very answer was tried for this account already');
    const since = row.created_at - dayMs;
    const { account, subreddit } = row;
    const [all, here] = [await countRecent(trx, { account, since }), await countRecent(trx, { account, since, subreddit })];
    if (all >= caps.account)
      throw new AppError('too_many', `That would be more than ${caps.account} answers in a day: people and Reddit take it for spam`);
    if (here >= caps.subreddit)
      throw new AppError(
        'too_many',
        `That would be more than ${caps.subreddit} answers a day in r/${subreddit}: people and Reddit take it for spam`,
      );
    if (!same) return { id: await insertRow(trx, row), state: row.state };
    await changeRow(trx, same, { ...row, looks: 0, error_code: null, error: null });
    return { id: same.id, state: row.state };
  });
}

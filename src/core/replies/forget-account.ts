import type { Trx } from '#core/platform/db/connect.ts';
import { forgetActivity } from './activity/queries.ts';
import { cancelQueued, holdScheduledFrom } from './outbox/queries.ts';
import { forgetReports } from './own-reports/queries.ts';
import { forgetAnswersTo } from './watch/queries.ts';

/** Deletes what was read through a Reddit account, cancels its replies that are about to be posted, and holds scheduled ones. */
export async function forgetAccount(
  trx: Trx,
  { userId, username }: { userId: number; username: string },
): Promise<{ canceled: number; held: number }> {
  const of = { userId, account: username.toLowerCase() };
  await forgetActivity(trx, { user_id: userId, username });
  await forgetReports(trx, { user_id: userId, username });
  await forgetAnswersTo(trx, of);
  return { held: await holdScheduledFrom(trx, of), canceled: await cancelQueued(trx, of) };
}

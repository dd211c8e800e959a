import type { Trx } from '#core/platform/db/connect.ts';
import { forgetActivity } from './activity/queries.ts';
import { cancelQueued } from './outbox/queries.ts';
import { forgetReports } from './own-reports/queries.ts';
import { forgetAnswersTo } from './watch/queries.ts';

/** Deletes what was read through a Reddit account and cancels its waiting replies. Returns how many were canceled. */
export async function forgetAccount(trx: Trx, userId: number): Promise<number> {
  await forgetActivity(trx, userId);
  await forgetReports(trx, userId);
  await forgetAnswersTo(trx, userId);
  return cancelQueued(trx, userId);
}

import type { Trx } from '#core/platform/db/connect.ts';
import { forgetActivity } from './activity/queries.ts';
import { cancelQueued } from './outbox/queries.ts';
import { forgetReports } from './own-reports/queries.ts';

/** Forgets what was read through a Reddit account and cancels what waits to be sent by it. Returns how many replies that were. */
export async function forgetAccount(trx: Trx, userId: number): Promise<number> {
  await forgetActivity(trx, userId);
  await forgetReports(trx, userId);
  return cancelQueued(trx, userId);
}

import type { Db, Subquery, Trx } from '#core/platform/db/connect.ts';
import { campaignColumns } from './queries.ts';
import type { CampaignRow } from './rows.ts';

const maxAtOnce = 500;

interface At {
  now: number;
  /** Subquery: open runs of the campaign in the outer statement. */
  openRuns: Subquery;
  /** Milliseconds between runs, by schedule. */
  periods: Readonly<Record<CampaignRow['schedule'], number>>;
}

/** Active campaigns of enabled owners that are due for a run. */
const due = (db: Db, { now, openRuns, periods }: At) =>
  db('campaigns')
    .where({ status: 'active', sample: 0 })
    .where((turn) => {
      void turn.where('next_run_at', '<=', now);
      // No run is scheduled this far ahead: the clock must have gone back since.
      for (const [schedule, period] of Object.entries(periods))
        void turn.orWhere((late) => late.where({ schedule: schedule as CampaignRow['schedule'] }).where('next_run_at', '>', now + period));
    })
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .whereNotExists(openRuns);

export const listDueOwners = (db: Db, at: At): Promise<number[]> =>
  due(db, at).distinct().orderBy('user_id').limit(maxAtOnce).pluck<number[]>('user_id');

/** `onlyElsewhere`: only those that monitor something outside Reddit. */
export const listDueCampaigns = (db: Db, owners: readonly number[], at: At & { onlyElsewhere: boolean }): Promise<CampaignRow[]> =>
  due(db, at)
    .whereIn('user_id', owners)
    .modify((campaigns) => {
      if (at.onlyElsewhere) void campaigns.where((other) => other.where({ hacker_news: 1 }).orWhereNot({ feeds: '[]' }));
    })
    .select(...campaignColumns)
    .orderBy('next_run_at')
    .limit(maxAtOnce);

/** Sets when the campaign last ran and, if given, when it runs next. */
export async function noteRun(trx: Trx, campaignId: number, times: { last_run_at: number; next_run_at?: number }): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update(times);
}

/** Makes the next run of those of these campaigns that are active due now. */
export async function dueNow(trx: Trx, campaignIds: readonly number[], now: number): Promise<void> {
  await trx('campaigns').whereIn('id', campaignIds).where({ status: 'active', sample: 0 }).update({ next_run_at: now });
}

/** Makes the next run of all of a user's active campaigns due now. */
export async function advanceRuns(db: Db, userId: number, now: number): Promise<void> {
  await db('campaigns').where({ user_id: userId, status: 'active', sample: 0 }).where('next_run_at', '>', now).update({ next_run_at: now });
}

export async function pauseCampaign(trx: Trx, campaignId: number, now: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ status: 'paused', updated_at: now });
}

import type { Db, Subquery, Trx } from '#core/platform/db/connect.ts';
import { campaignColumns } from './queries.ts';
import type { CampaignRow } from './rows.ts';

const maxAtOnce = 500;

interface At {
  now: number;
  /** Subquery: the open runs of the campaign of the outer statement. */
  openRuns: Subquery;
  /** By schedule: milliseconds from one run to the next. */
  periods: Readonly<Record<CampaignRow['schedule'], number>>;
}

/** Active campaigns whose next run is due, of enabled owners. */
const due = (db: Db, { now, openRuns, periods }: At) =>
  db('campaigns')
    .where({ status: 'active', sample: 0 })
    .where((turn) => {
      void turn.where('next_run_at', '<=', now);
      // Further ahead than a run can be: it was set by a clock that went back since.
      for (const [schedule, period] of Object.entries(periods))
        void turn.orWhere((late) => late.where({ schedule: schedule as CampaignRow['schedule'] }).where('next_run_at', '>', now + period));
    })
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .whereNotExists(openRuns);

export const listDueOwners = (db: Db, at: At): Promise<number[]> =>
  due(db, at).distinct().orderBy('user_id').limit(maxAtOnce).pluck<number[]>('user_id');

export const listDueCampaigns = (db: Db, owners: readonly number[], at: At): Promise<CampaignRow[]> =>
  due(db, at)
    .whereIn('user_id', owners)
    .select(...campaignColumns)
    .orderBy('next_run_at')
    .limit(maxAtOnce);

/** When the campaign last ran, and where it is given, when it runs next. */
export async function noteRun(trx: Trx, campaignId: number, times: { last_run_at: number; next_run_at?: number }): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update(times);
}

/** The next run of these campaigns is due, as far as they are active. */
export async function dueNow(trx: Trx, campaignIds: readonly number[], now: number): Promise<void> {
  await trx('campaigns').whereIn('id', campaignIds).where({ status: 'active', sample: 0 }).update({ next_run_at: now });
}

/** The next run of all active campaigns of a user is due. */
export async function advanceRuns(db: Db, userId: number, now: number): Promise<void> {
  await db('campaigns').where({ user_id: userId, status: 'active', sample: 0 }).where('next_run_at', '>', now).update({ next_run_at: now });
}

export async function pauseCampaign(trx: Trx, campaignId: number, now: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ status: 'paused', updated_at: now });
}

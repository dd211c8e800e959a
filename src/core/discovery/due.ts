import type { CampaignInput } from '#shared/campaigns.ts';
import { streamsOf } from '#core/inbox/campaigns/streams.ts';
import { type CampaignRow, fieldsOf } from '#core/inbox/campaigns/rows.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { Listener } from './ingest.ts';
import { openRun } from './open-run.ts';
import { insertRun } from './runs.ts';

const minute = 60_000;
/** From one turn to the next; `continuous` is as often as the scheduler ticks, at most every two minutes. */
const periods: Record<CampaignInput['schedule'], number> = {
  continuous: 2 * minute,
  hourly: 60 * minute,
  'twice-daily': 720 * minute,
  daily: 1440 * minute,
};
/** A tick comes a little late or early; a turn is not to slip by a whole tick for it. */
const slackMs = 5_000;

const nextRunAt = (schedule: CampaignInput['schedule'], now: number): number => now + periods[schedule] - slackMs;

interface At {
  sourceId: string;
  now: number;
  /** By its user, and not by the schedule. */
  asked: boolean;
}

async function openFor(trx: Trx, row: CampaignRow, { sourceId, now, asked }: At): Promise<Listener> {
  const id = await insertRun(trx, { campaignId: row.id, userId: row.user_id, source: sourceId, now });
  await trx('campaigns')
    .where({ id: row.id })
    .update({ last_run_at: now, next_run_at: nextRunAt(row.schedule, now) });
  return {
    run: openRun({ id, campaignId: row.id, userId: row.user_id, source: sourceId, scope: '', asked }),
    streams: streamsOf(fieldsOf(row)),
  };
}

const maxAtOnce = 500;

const due = (db: Db | Trx, now: number) =>
  db<CampaignRow>('campaigns')
    .where({ status: 'active', sample: 0 })
    .where((turn) => {
      turn.where('next_run_at', '<=', now);
      // Further ahead than a turn can be: it was set by a clock that went back since.
      for (const [schedule, period] of Object.entries(periods))
        turn.orWhere((late) => late.where('schedule', schedule).where('next_run_at', '>', now + period));
    })
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .whereNotExists(db('runs').select('id').whereRaw('runs.campaign_id = campaigns.id').where('runs.state', 'running'));

/** Whose turn has come. */
export const listDueOwners = (db: Db, now: number): Promise<number[]> =>
  due(db, now).distinct().orderBy('user_id').limit(maxAtOnce).pluck<number[]>('user_id');

/** Opens a run for every active campaign of these owners whose turn has come, and sets its next turn. */
export function claimDue(db: Db, owners: readonly number[], at: At): Promise<Listener[]> {
  return transact(db, async (trx) => {
    const rows = await due(trx, at.now).whereIn('user_id', owners).select('*').orderBy('next_run_at').limit(maxAtOnce);
    const listeners: Listener[] = [];
    for (const row of rows) listeners.push(await openFor(trx, row, at));
    return listeners;
  });
}

/** The next turn of all active campaigns of a user is now. */
export async function importForward(db: Db, userId: number, now: number): Promise<void> {
  await db<CampaignRow>('campaigns')
    .where({ user_id: userId, status: 'active', sample: 0 })
    .where('next_run_at', '>', now)
    .update({ next_run_at: now });
}

/** Opens a run for one campaign now; null where one is going on already. */
export function claimNow(db: Db, row: CampaignRow, at: At): Promise<Listener | null> {
  return transact(db, async (trx) => {
    const running = await trx('runs')
      .where({ campaign_id: row.id, state: 'running' })
      .whereNot({ source: 'import' })
      .first<{ id: number } | undefined>('id');
    return running ? null : openFor(trx, row, at);
  });
}

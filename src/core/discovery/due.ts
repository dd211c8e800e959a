import type { CampaignInput } from '#shared/campaigns.ts';
import { placesOf } from '../campaigns/places.ts';
import { type CampaignRow, fieldsOf } from '../campaigns/rows.ts';
import { type Db, transact, type Trx } from '../db/connect.ts';
import type { Listener } from './hearing.ts';
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

async function openFor(trx: Trx, row: CampaignRow, { sourceId, now }: { sourceId: string; now: number }): Promise<Listener> {
  const id = await insertRun(trx, { campaignId: row.id, userId: row.user_id, source: sourceId, now });
  await trx('campaigns')
    .where({ id: row.id })
    .update({ last_run_at: now, next_run_at: nextRunAt(row.schedule, now) });
  return { run: openRun({ id, campaignId: row.id, userId: row.user_id, source: sourceId, scope: '' }), places: placesOf(fieldsOf(row)) };
}

const mostAtOnce = 500;

/** Opens a run for every active campaign whose turn has come, and sets its next turn. */
export function claimDue(db: Db, at: { sourceId: string; now: number }): Promise<Listener[]> {
  return transact(db, async (trx) => {
    const rows = await trx<CampaignRow>('campaigns')
      .where({ status: 'active', sample: 0 })
      .where('next_run_at', '<=', at.now)
      .whereNotExists(trx('runs').select('id').whereRaw('runs.campaign_id = campaigns.id').where('runs.state', 'running'))
      .select('*')
      .orderBy('next_run_at')
      .limit(mostAtOnce);
    const listeners: Listener[] = [];
    for (const row of rows) listeners.push(await openFor(trx, row, at));
    return listeners;
  });
}

/** Opens a run for one campaign now; null where one is going on already. */
export function claimNow(db: Db, row: CampaignRow, at: { sourceId: string; now: number }): Promise<Listener | null> {
  return transact(db, async (trx) => {
    const running = await trx('runs')
      .where({ campaign_id: row.id, state: 'running' })
      .whereNot({ source: 'import' })
      .first<{ id: number } | undefined>('id');
    return running ? null : openFor(trx, row, at);
  });
}

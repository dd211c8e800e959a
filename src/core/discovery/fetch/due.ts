import { type CampaignInput, schedulePeriods } from '#shared/campaigns.ts';
import { streamsOf } from '#core/inbox/campaigns/streams.ts';
import { type CampaignRow, fieldsOf } from '#core/inbox/campaigns/rows.ts';
import { listDueCampaigns, listDueOwners as listOwners, noteRun } from '#core/inbox/campaigns/queries.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { Listener } from './ingest.ts';
import { openRun } from './open-run.ts';
import { insertRun, isFetching, selectOpenRuns } from './run-queries.ts';

/** Ticks come slightly early or late, which must not delay a run by a whole tick. */
const slackMs = 5_000;

const nextRunAt = (schedule: CampaignInput['schedule'], now: number): number => now + schedulePeriods[schedule] - slackMs;

interface At {
  sourceId: string;
  now: number;
  /** This server. */
  server: number | null;
  /** Started by its user instead of the schedule. */
  asked: boolean;
}

async function openFor(trx: Trx, row: CampaignRow, { sourceId, now, server, asked }: At): Promise<Listener> {
  const id = await insertRun(trx, { campaignId: row.id, userId: row.user_id, source: sourceId, now, server });
  await noteRun(trx, row.id, { last_run_at: now, next_run_at: nextRunAt(row.schedule, now) });
  return {
    run: openRun({ id, campaignId: row.id, userId: row.user_id, source: sourceId, scope: '', asked }),
    streams: streamsOf(fieldsOf(row)),
  };
}

const atOf = (db: Db, now: number) => ({ now, openRuns: selectOpenRuns(db), periods: schedulePeriods });

/** Owners of campaigns that are due. */
export const listDueOwners = (db: Db, now: number): Promise<number[]> => listOwners(db, atOf(db, now));

/** Opens a run for each due campaign of these owners, and schedules the next. */
export function claimDue(db: Db, owners: readonly number[], at: At & { onlyElsewhere: boolean }): Promise<Listener[]> {
  return transact(db, async (trx) => {
    const rows = await listDueCampaigns(trx, owners, { ...atOf(trx, at.now), onlyElsewhere: at.onlyElsewhere });
    const listeners: Listener[] = [];
    for (const row of rows) listeners.push(await openFor(trx, row, at));
    return listeners;
  });
}

/** Opens a run for one campaign now; null when one is open already. */
export function claimNow(db: Db, row: CampaignRow, at: At): Promise<Listener | null> {
  return transact(db, async (trx) => {
    return (await isFetching(trx, row.id)) ? null : openFor(trx, row, at);
  });
}

import type { Run } from '#shared/campaigns.ts';
import type { Db } from '#core/platform/db/connect.ts';

export interface RunRow {
  id: number;
  campaign_id: number;
  user_id: number;
  source: string;
  started_at: number;
  finished_at: number | null;
  state: Run['state'];
  counts: string;
  filtered: string;
  streams: string;
  error: string | null;
}

export const noCounts: Run['counts'] = { heard: 0, new: 0, filtered: 0, matched: 0, posts: 0, leads: 0 };

export function runOf(row: RunRow): Run {
  return {
    id: String(row.id),
    campaignId: String(row.campaign_id),
    source: row.source,
    startedAt: new Date(row.started_at).toISOString(),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    state: row.state,
    counts: { ...noCounts, ...(JSON.parse(row.counts) as Partial<Run['counts']>) },
    filtered: JSON.parse(row.filtered) as Run['filtered'],
    perSubreddit: JSON.parse(row.streams) as Run['perSubreddit'],
    error: row.error,
  };
}

/** Newest first, of a campaign that the caller knows to be the owner's. */
export function listRuns(db: Db, campaignId: number, { beforeId, limit }: { beforeId: number | null; limit: number }): Promise<RunRow[]> {
  return db<RunRow>('runs')
    .where({ campaign_id: campaignId })
    .modify((runs) => {
      if (beforeId !== null) void runs.where('id', '<', beforeId);
    })
    .select('*')
    .orderBy('id', 'desc')
    .limit(limit);
}

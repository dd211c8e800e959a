import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { FetchHoursRow } from '../tables.ts';

export type FetchHour = Pick<FetchHoursRow, 'campaign_id' | 'fetched' | 'matched' | 'subreddits'>;

export async function listHour(trx: Trx, campaignIds: readonly number[], hour: number): Promise<FetchHour[]> {
  const found: FetchHour[] = [];
  for (const ids of chunked(campaignIds, 1))
    found.push(
      ...(await trx('fetch_hours')
        .whereIn('campaign_id', ids)
        .where({ hour })
        .select('campaign_id', 'fetched', 'matched', 'subreddits')
        .limit(ids.length)),
    );
  return found;
}

export const upsertHours = (trx: Trx, rows: readonly FetchHoursRow[]): Promise<void> =>
  insertRows(trx, 'fetch_hours', {
    rows: rows.map((row) => ({ ...row })),
    onConflict: `(campaign_id, hour) ${takeNew(['fetched', 'matched', 'subreddits'])}`,
  });

const hourMs = 3_600_000;

/** Community, in lowercase → number of posts and comments that the campaign read there since then (UTC ms). */
export async function countRead(db: Db, campaignId: number, since: number): Promise<Map<string, number>> {
  const rows = await db('fetch_hours')
    .where({ campaign_id: campaignId })
    .where('hour', '>=', Math.floor(since / hourMs))
    .select('subreddits')
    .limit(1000);
  const read = new Map<string, number>();
  for (const { subreddits } of rows)
    for (const [name, [fetched]] of Object.entries(JSON.parse(subreddits) as Record<string, [number, number]>))
      read.set(name, (read.get(name) ?? 0) + fetched);
  return read;
}

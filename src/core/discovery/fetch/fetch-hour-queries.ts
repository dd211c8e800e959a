import { chunked, type Trx } from '#core/platform/db/connect.ts';
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

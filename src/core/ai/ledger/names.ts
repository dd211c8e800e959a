import { chunked, type Db } from '#core/platform/db/connect.ts';

const columns = { campaigns: 'name', leads: 'reddit_username', users: 'username' };

/** What campaigns, leads or users that still exist are called, by id as text. */
export async function readNames(
  db: Db,
  table: keyof typeof columns,
  ids: readonly (string | number | null)[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const known = ids.filter((id) => id !== null);
  for (const chunk of chunked(known, 1)) {
    const rows = await db(table)
      .whereIn('id', chunk)
      .select<{ id: number; name: string }[]>('id', { name: columns[table] })
      .limit(chunk.length);
    for (const { id, name } of rows) names.set(String(id), name);
  }
  return names;
}

/** How many leads each campaign found in these UTC days since 1970. */
export async function countLeads(
  db: Db,
  { from, to }: { from: number; to: number },
  campaignIds: readonly (string | number)[],
): Promise<Map<string, number>> {
  const dayMs = 86_400_000;
  const counts = new Map<string, number>();
  for (const chunk of chunked(campaignIds, 1)) {
    const rows = await db('leads')
      .whereIn('campaign_id', chunk)
      .whereBetween('first_seen_at', [from * dayMs, (to + 1) * dayMs - 1])
      .groupBy('campaign_id')
      .select<{ campaign_id: number; leads: number }[]>('campaign_id', db.raw('count(*) as leads'))
      .limit(chunk.length);
    for (const { campaign_id, leads } of rows) counts.set(String(campaign_id), leads);
  }
  return counts;
}

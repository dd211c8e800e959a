import { chunked, type Db } from '../../db/connect.ts';

/** Names of campaigns that still exist, by id. */
export async function readCampaignNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const chunk of chunked([...ids], 1)) {
    const rows = await db('campaigns').whereIn('id', chunk).select<{ id: number; name: string }[]>('id', 'name').limit(chunk.length);
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

import type { EraseStep } from '#core/inbox/items/erase.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { ReadingsRow } from '../tables.ts';
import type { Finding } from './finding.ts';

/** What the built-in model said of these items, for any campaign. */
export async function listReadings(db: Db, itemIds: readonly number[]): Promise<ReadingsRow[]> {
  const found: ReadingsRow[] = [];
  for (const ids of chunked(itemIds, 1)) found.push(...(await db('readings').whereIn('item_id', ids).limit(1_000_000)));
  return found;
}

async function listAlive(trx: Trx, itemIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const ids of chunked(itemIds, 1))
    for (const id of await trx('items').whereIn('id', ids).whereNull('gone').limit(ids.length).pluck<number[]>('id')) found.add(id);
  return found;
}

/** Stores what was read now, except of items that were deleted meanwhile. */
export async function saveReadings(trx: Trx, findings: readonly Finding[], current: ReadonlySet<number>): Promise<void> {
  const rows = findings.flatMap(({ campaign, item, result: { said } }): ReadingsRow[] => {
    if (!said || !current.has(campaign.id)) return [];
    const { hash, onTopic, lead, strong } = said;
    return [{ campaign_id: campaign.id, item_id: item.id, hash, on_topic: onTopic, lead, strong }];
  });
  const alive = await listAlive(trx, [...new Set(rows.map(({ item_id }) => item_id))]);
  await insertRows(trx, 'readings', {
    rows: rows.filter(({ item_id }) => alive.has(item_id)).map((row) => ({ ...row })),
    onConflict: `(campaign_id, item_id) ${takeNew(['hash', 'on_topic', 'lead', 'strong'])}`,
  });
}

async function forget(trx: Trx, { itemIds }: { itemIds: readonly number[] }): Promise<number> {
  for (const ids of chunked(itemIds, 1)) await trx('readings').whereIn('item_id', ids).del();
  return 0;
}

export const eraseReadings: EraseStep = { counts: 'other', run: forget, runBelow: forget };

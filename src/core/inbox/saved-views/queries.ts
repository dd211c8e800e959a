import { maxViews, type NewView, type View } from '#shared/views.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { SavedViewsRow } from '../tables.ts';

type ViewRow = Pick<SavedViewsRow, 'id' | 'list' | 'name' | 'query'>;
const viewOf = ({ id, list, name, query }: ViewRow): View => ({ id: String(id), list, name, query });

export async function listViews(db: Db, userId: number): Promise<View[]> {
  const rows = await db('saved_views')
    .where({ user_id: userId })
    .select('id', 'list', 'name', 'query')
    .orderByRaw('lower(name)')
    .limit(maxViews);
  return rows.map(viewOf);
}

export async function countOtherViews(trx: Trx, userId: number, { list, name }: NewView): Promise<number> {
  const row = await trx('saved_views')
    .where({ user_id: userId })
    .whereRaw('not (list = ? and name = ?)', [list, name])
    .count<{ n: number }[]>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

export async function upsertView(
  trx: Trx,
  userId: number,
  { list, name, query, now }: NewView & { now: number },
): Promise<View | undefined> {
  await trx('saved_views')
    .insert({ user_id: userId, list, name, query, created_at: now })
    .onConflict(['user_id', 'list', 'name'])
    .merge(['query']);
  const row = await trx('saved_views').where({ user_id: userId, list, name }).first('id', 'list', 'name', 'query');
  return row && viewOf(row);
}

export const deleteView = (db: Db, userId: number, id: string): Promise<number> =>
  db('saved_views')
    .where({ user_id: userId, id: Number(id) })
    .delete();

import type { Db, Trx } from './db/connect.ts';
import type { DeletionLogRow } from './tables.ts';

const figures = ['items', 'posts', 'people', 'answers', 'timeline', 'notices', 'accounts'] as const;
export type DeletionFigures = Pick<DeletionLogRow, (typeof figures)[number]>;

export async function logDeletion(
  trx: Trx,
  row: Partial<Omit<DeletionLogRow, 'id'>> & Pick<DeletionLogRow, 'at' | 'cause'>,
): Promise<void> {
  await trx('deletion_log').insert(row);
}

export const listDeletions = (db: Db, limit: number): Promise<DeletionLogRow[]> =>
  db('deletion_log')
    .select('id', 'at', 'cause', ...figures, 'other')
    .orderBy('id', 'desc')
    .limit(limit);

export async function sumDeletions(db: Db, since: number): Promise<DeletionFigures> {
  const sums = figures.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ');
  const row = await db('deletion_log').where('at', '>', since).select<DeletionFigures[]>(db.raw(sums)).first();
  return row ?? { items: 0, posts: 0, people: 0, answers: 0, timeline: 0, notices: 0, accounts: 0 };
}

import type { Db, Trx } from './db/connect.ts';

export interface PurgeRow {
  at: number;
  /** `gone`: deleted or removed at Reddit. `account`: somebody left Earshot. */
  cause: 'gone' | 'account';
  items: number;
  posts: number;
  people: number;
  answers: number;
  timeline: number;
  notices: number;
  accounts: number;
  other: number;
}
const figures = ['items', 'posts', 'people', 'answers', 'timeline', 'notices', 'accounts'] as const;
type PurgeFigures = Record<(typeof figures)[number], number>;

export const recordPurge = (trx: Trx, row: Partial<PurgeRow> & Pick<PurgeRow, 'at' | 'cause'>): Promise<unknown> =>
  trx('deletion_log').insert(row);

export const listPurges = (db: Db, limit: number): Promise<(PurgeRow & { id: number })[]> =>
  db('deletion_log').select<(PurgeRow & { id: number })[]>('*').orderBy('id', 'desc').limit(limit);

export async function sumPurges(db: Db, since: number): Promise<PurgeFigures> {
  const sums = figures.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ');
  const row = await db('deletion_log').where('at', '>', since).select<PurgeFigures[]>(db.raw(sums)).first();
  return row ?? { items: 0, posts: 0, people: 0, answers: 0, timeline: 0, notices: 0, accounts: 0 };
}

const kept = (db: Db) => db('items').whereNull('gone').whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id'));

/** Of what is kept from Reddit itself: how many, how many were not looked at since, and the oldest look (UTC ms). */
export async function countChecked(db: Db, since: number): Promise<{ total: number; late: number; oldest: number | null }> {
  const row = await kept(db)
    .where({ scope: '' })
    .select<{ total: number; late: number | null; oldest: number | null }[]>(
      db.raw('count(*) as total, sum(checked_at < ?) as late, min(checked_at) as oldest', [since]),
    )
    .first();
  return { total: row?.total ?? 0, late: row?.late ?? 0, oldest: row?.oldest ?? null };
}

/** What users brought themselves, by how. */
export const countImported = (db: Db): Promise<{ source: string; items: number }[]> =>
  kept(db)
    .whereNot({ scope: '' })
    .groupBy('source')
    .orderBy('source')
    .select<{ source: string; items: number }[]>('source', db.raw('count(*) as items'))
    .limit(20);

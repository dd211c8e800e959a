import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { RoadmapRow, RoadmapVotesRow } from '../tables.ts';

/** An entry with its votes, and whether the caller voted for it. */
export type EntryRow = Omit<RoadmapRow, 'created_at'> & { votes: number; voted: number };

const maxEntries = 500;

function withVotes(db: Db | Trx, voter: string | null) {
  const ofEntry = 'select count(*) from roadmap_votes where roadmap_votes.roadmap_id = roadmap.id';
  return db('roadmap').select<EntryRow[]>([
    'id',
    'title',
    'text',
    'status',
    'updated_at',
    db.raw(`(${ofEntry}) as votes`),
    db.raw(`(${ofEntry} and voter = ?) as voted`, [voter ?? '']),
  ]);
}

export const listEntries = (db: Db, voter: string | null): Promise<EntryRow[]> =>
  withVotes(db, voter)
    .orderBy([{ column: 'votes', order: 'desc' }, { column: 'id' }])
    .limit(maxEntries);

export async function findEntry(db: Db | Trx, id: number, voter: string | null): Promise<EntryRow | undefined> {
  return (await withVotes(db, voter).where({ id }).limit(1))[0];
}

type Fields = Pick<RoadmapRow, 'title' | 'text' | 'status' | 'updated_at'>;
/** Fields that are undefined stay. */
type ChangesTo<T> = { [field in keyof T]?: T[field] | undefined };
export async function insertEntry(db: Db, fields: Fields): Promise<number> {
  const [made] = await db('roadmap')
    .insert({ ...fields, created_at: fields.updated_at })
    .returning('id');
  return made?.id ?? 0;
}
export const updateEntry = (db: Db, id: number, fields: ChangesTo<Fields>): Promise<number> => db('roadmap').where({ id }).update(fields);
export const deleteEntry = (db: Db, id: number): Promise<number> => db('roadmap').where({ id }).delete();

/** Idempotent. */
export async function insertVote(trx: Trx, vote: RoadmapVotesRow): Promise<void> {
  await trx('roadmap_votes').insert(vote).onConflict(['roadmap_id', 'voter']).ignore();
}
export async function deleteVote(db: Db, roadmapId: number, voter: string): Promise<void> {
  await db('roadmap_votes').where({ roadmap_id: roadmapId, voter }).delete();
}
export async function countGuestVotes(trx: Trx, network: string, where: { since: number } | { roadmapId: number }): Promise<number> {
  const row = await trx('roadmap_votes')
    .where({ network })
    .modify((votes) => void ('since' in where ? votes.where('created_at', '>', where.since) : votes.where('roadmap_id', where.roadmapId)))
    .count<{ n: number }>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

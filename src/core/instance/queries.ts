import type { FeedbackStatus } from '#shared/feedback.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { Below } from '#core/platform/paging/cursor.ts';
import type { UsersRow } from '#core/accounts/tables.ts';
import type { FeedbackRow, ConnectionsRow, RoadmapRow, RoadmapVotesRow } from './tables.ts';

/** Feedback with its author. */
export type ReceivedRow = FeedbackRow & Pick<UsersRow, 'username' | 'email' | 'settings'> & { has_picture: number };

interface Which {
  userId?: number | undefined;
  status?: FeedbackStatus | undefined;
}

const filtered = (db: Db, { userId, status }: Which) =>
  db('feedback').where({ ...(userId === undefined ? {} : { user_id: userId }), ...(status === undefined ? {} : { status }) });

const withUser = (db: Db, which: Which = {}) =>
  filtered(db, which)
    .join('users', 'users.id', 'feedback.user_id')
    .select<ReceivedRow[]>([
      'feedback.*',
      'users.username',
      'users.email',
      'users.settings',
      db.raw('exists (select 1 from feedback_pictures where feedback_id = feedback.id) as has_picture'),
    ]);

export const listFeedback = (db: Db, { beforeId, limit, ...which }: Which & Below): Promise<ReceivedRow[]> =>
  withUser(db, which)
    .modify((rows) => void (beforeId === null || rows.where('feedback.id', '<', beforeId)))
    .orderBy('feedback.id', 'desc')
    .limit(limit);

export async function countFeedback(db: Db, which: Which): Promise<number> {
  return (await filtered(db, which).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export async function findFeedback(db: Db, id: number): Promise<ReceivedRow | undefined> {
  return (await withUser(db).where('feedback.id', id).limit(1))[0];
}

export async function insertFeedback(
  db: Db,
  row: Pick<FeedbackRow, 'user_id' | 'kind' | 'message' | 'page' | 'status' | 'created_at'>,
  picture: string | null,
): Promise<number> {
  return transact(db, async (trx) => {
    const [made] = await trx('feedback').insert(row).returning('id');
    if (made && picture !== null) await trx('feedback_pictures').insert({ feedback_id: made.id, picture });
    return made?.id ?? 0;
  });
}

export const findPicture = (db: Db, feedbackId: number): Promise<{ picture: string } | undefined> =>
  db('feedback_pictures').where({ feedback_id: feedbackId }).first('picture');

export async function updateFeedback(
  db: Db,
  id: number,
  changes: Partial<Pick<FeedbackRow, 'status' | 'reply' | 'replied_at'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await db('feedback').where({ id }).update(changes);
}

/** Number of messages that this user has sent since `since` (UTC ms). */
export async function countSince(db: Db, userId: number, since: number): Promise<number> {
  return (await db('feedback').where({ user_id: userId }).where('created_at', '>', since).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

/** JSON text; undefined if never set. */
export async function findSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db('settings').select<{ value: string }[]>('value').where({ key }).first();
  return row?.value;
}

export async function upsertSetting(db: Db, row: { key: string; value: string; updated_at: number }): Promise<void> {
  await db('settings').insert(row).onConflict('key').merge(['value', 'updated_at']);
}

export async function countRows(db: Db, table: 'users' | 'campaigns' | 'leads'): Promise<number> {
  const row = await db(table).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

export const listConnectionRows = (db: Db): Promise<ConnectionsRow[]> => db('connections').select('key', 'value', 'sealed', 'saved_at');

export async function upsertConnection(trx: Trx, row: ConnectionsRow): Promise<void> {
  await trx('connections').insert(row).onConflict('key').merge(['value', 'sealed', 'saved_at']);
}

export async function deleteConnections(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx('connections').whereIn('key', keys).delete();
}

const kept = (db: Db) => db('items').whereNull('gone').whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id'));

interface Checked {
  scope: string;
  total: number;
  late: number;
  /** UTC ms. */
  oldest: number;
}

/** Stored items of each of these scopes: the total, how many were last checked before `since`, and the oldest check. */
export const countChecked = (db: Db, scopes: readonly string[], since: number): Promise<Checked[]> =>
  kept(db)
    .whereIn('scope', scopes)
    .groupBy('scope')
    .select<Checked[]>(
      'scope',
      db.raw('count(*) as total, count(*) filter (where checked_at < ?) as late, min(checked_at) as oldest', [since]),
    )
    .limit(scopes.length);

const pageSources = 'page:%';

/** Items that users saved from pages of sources that say what was deleted, once they were found there. */
export const countPages = (db: Db, since: number): Promise<Checked[]> =>
  kept(db)
    .where('scope', '>', 'campaign:')
    .where('scope', '<', 'campaign;')
    .whereLike('source', pageSources)
    .where('checked_at', '>', 0)
    .groupBy('source')
    .select<Checked[]>(
      'source as scope',
      db.raw('count(*) as total, count(*) filter (where checked_at < ?) as late, min(checked_at) as oldest', [since]),
    )
    .limit(20);

/** What wasn't found at its source yet isn't checked more than an import. */
const countedAs = `case when source like '${pageSources}' then 'import' else source end`;

/** Items of all other scopes, by source. Those in the first scope, `''`, are nearly all items: the index is read after them. */
export const countOthers = (db: Db, scopes: readonly string[]): Promise<{ source: string; items: number }[]> =>
  kept(db)
    .where('scope', '>', '')
    .whereNotIn('scope', scopes)
    .where((items) => items.whereNot('source', 'like', pageSources).orWhere('checked_at', 0))
    .groupByRaw(countedAs)
    .orderByRaw(countedAs)
    .select<{ source: string; items: number }[]>(db.raw(`${countedAs} as source, count(*) as items`))
    .limit(20);

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

export const hasEntries = async (db: Db): Promise<boolean> => (await db('roadmap').first('id')) !== undefined;

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

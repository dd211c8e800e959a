import { ownedBy } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import type { DueGroup, FollowUp } from '#shared/follow-ups.ts';
import { userSettingsSchema } from '#shared/auth.ts';
import { countRows } from '#core/platform/db/many-rows.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { peopleOf } from '../leads/person-queries.ts';
import type { FollowUpsRow, ItemsRow, LeadsRow } from '../tables.ts';
import type { Cursor } from '#core/platform/paging/cursor.ts';

export type FollowUpRow = Omit<FollowUpsRow, 'change_key'> &
  Pick<LeadsRow, 'reddit_username' | 'campaign_id' | 'stage'> & { campaigns: string } & Nullable<Pick<ItemsRow, 'title' | 'subreddit'>>;

type Nullable<T> = { [key in keyof T]: T[key] | null };

const own = ['id', 'user_id', 'lead_id', 'due_at', 'note', 'created_at', 'set_at', 'done_at', 'closed_by'].map(
  (column) => `follow_ups.${column}`,
);
/** Includes the lead and its strongest post; narrow it by `follow_ups.…`. */
function selectFollowUps(db: Db) {
  const best = db.raw('(select item_id from posts where posts.lead_id = leads.id order by posts.static_points desc limit 1)');
  const names = db('leads as found')
    .join('campaigns', 'campaigns.id', 'found.campaign_id')
    .whereRaw('found.user_id = leads.user_id and found.author_key = leads.author_key and (found.active = 1 or found.id = leads.id)')
    .orderBy('found.id')
    .select('campaigns.name');
  return db('follow_ups')
    .join('leads', 'leads.id', 'follow_ups.lead_id')
    .leftJoin('items', 'items.id', best)
    .select<FollowUpRow[]>([...own, 'leads.reddit_username', 'leads.campaign_id', 'leads.stage', 'items.title', 'items.subreddit'])
    .select(db.raw(`(select ${dialectOf(db).array('name')} from (?) as names) as campaigns`, [names]));
}

export function findFollowUp(db: Db, owner: string | null, id: string): Promise<FollowUpRow | undefined> {
  return selectFollowUps(db)
    .where({ ...ownedBy(owner, 'follow_ups.user_id'), 'follow_ups.id': Number(id) })
    .first();
}

export interface Day {
  start: number;
  end: number;
}
function narrow<Q extends ReturnType<typeof selectFollowUps>>(query: Q, due: DueGroup | undefined, day: Day): Q {
  if (due === 'done') void query.whereNotNull('follow_ups.done_at');
  else void query.whereNull('follow_ups.done_at');
  if (due === 'overdue') void query.where('follow_ups.due_at', '<', day.start);
  if (due === 'today') void query.where('follow_ups.due_at', '>=', day.start).where('follow_ups.due_at', '<', day.end);
  if (due === 'upcoming') void query.where('follow_ups.due_at', '>=', day.end);
  return query;
}

export interface Listed {
  owner: string | null;
  due: DueGroup | undefined;
  leadId: string | undefined;
  day: Day;
  cursor: Cursor | null;
}

/** Subquery: the person with this lead, whichever campaign a follow-up was added in. */
const personWith = (db: Db, leadId: string) =>
  peopleOf(
    db,
    db('leads')
      .where({ id: Number(leadId) })
      .select('id'),
  );

const inGroup = (db: Db, { owner, due, leadId, day }: Omit<Listed, 'cursor'>) =>
  narrow(selectFollowUps(db), due, day)
    .where(ownedBy(owner, 'follow_ups.user_id'))
    .modify((rows) => {
      if (leadId !== undefined) void rows.whereIn(['leads.user_id', 'leads.author_key'], personWith(db, leadId));
    });

/** How many there are, counting no further than `limit`. */
export const countFollowUps = (db: Db, listed: Omit<Listed, 'cursor'>, limit: number): Promise<number> =>
  countRows(db, inGroup(db, listed).clearSelect().select('follow_ups.id'), limit);

/** Open ones soonest first, completed ones newest first. */
export function listFollowUps(db: Db, { owner, due, leadId, day, cursor }: Listed, limit: number): Promise<FollowUpRow[]> {
  const [column, direction, beyond] = due === 'done' ? (['done_at', 'desc', '<'] as const) : (['due_at', 'asc', '>'] as const);
  return inGroup(db, { owner, due, leadId, day })
    .modify((rows) => {
      if (cursor) void rows.whereRaw(`(follow_ups.${column}, follow_ups.id) ${beyond} (?, ?)`, [cursor.key, cursor.id]);
    })
    .orderBy([
      { column: `follow_ups.${column}`, order: direction },
      { column: 'follow_ups.id', order: direction },
    ])
    .limit(limit);
}

export async function countDue(db: Db, owner: string | null, { start, end }: Day) {
  const row = await db('follow_ups')
    .where(ownedBy(owner, 'follow_ups.user_id'))
    .whereNull('done_at')
    .select<Record<'overdue' | 'today' | 'upcoming', number>[]>(
      db.raw(
        `count(*) filter (where due_at < ?) as overdue,
        count(*) filter (where due_at >= ? and due_at < ?) as today, count(*) filter (where due_at >= ?) as upcoming`,
        [start, start, end, end],
      ),
    )
    .first();
  return { overdue: row?.overdue ?? 0, today: row?.today ?? 0, upcoming: row?.upcoming ?? 0 };
}

/** Id of the follow-up that a client created with this key. */
export const findKeyed = (trx: Trx, userId: number, key: string): Promise<number | undefined> =>
  trx('follow_ups')
    .where({ user_id: userId, change_key: key })
    .first('id')
    .then((row) => row?.id);

export async function insertFollowUp(
  trx: Trx,
  row: Pick<FollowUpsRow, 'user_id' | 'lead_id' | 'due_at' | 'note' | 'created_at' | 'set_at' | 'change_key'>,
): Promise<number> {
  const [made] = await trx('follow_ups').insert(row).returning('id');
  return made?.id ?? 0;
}

export async function updateFollowUp(
  trx: Trx,
  { id, user_id }: FollowUpRow,
  change: Partial<Pick<FollowUpsRow, 'due_at' | 'note' | 'set_at' | 'done_at' | 'closed_by'>>,
): Promise<void> {
  await trx('follow_ups').where({ id, user_id }).update(change);
}

export async function deleteFollowUp(trx: Trx, { id, user_id }: FollowUpRow): Promise<void> {
  await trx('follow_ups').where({ id, user_id }).delete();
}

const batch = 500;

/** Open follow-ups whose lead has posted since they were created. */
export function listAnswered(db: Db): Promise<FollowUpRow[]> {
  const written = db('posts')
    .join('items as replies', 'replies.id', 'posts.item_id')
    .join({ twins: 'leads' }, 'twins.id', 'posts.lead_id')
    .whereRaw('twins.user_id = leads.user_id and twins.author_key = leads.author_key and replies.created_at > follow_ups.created_at')
    .select(db.raw('1'));
  return selectFollowUps(db).whereNull('follow_ups.done_at').whereExists(written).orderBy('follow_ups.id').limit(batch);
}

/** Open follow-ups of a person, by one of their leads. */
export const listOpen = (trx: Trx, owner: string | null, leadId: string): Promise<FollowUpRow[]> =>
  selectFollowUps(trx)
    .where(ownedBy(owner, 'follow_ups.user_id'))
    .whereIn(['leads.user_id', 'leads.author_key'], personWith(trx, leadId))
    .whereNull('follow_ups.done_at')
    .orderBy('follow_ups.id')
    .limit(batch);

/** The time zone the user chose, if any. */
export async function findZone(db: Db | Trx, owner: string | null): Promise<string | undefined> {
  if (owner === null) return undefined;
  const row = await db('users')
    .where({ id: Number(owner) })
    .first('settings');
  return row && userSettingsSchema.safeParse(JSON.parse(row.settings)).data?.timezone;
}

export const followUpOf = (row: FollowUpRow): FollowUp => ({
  id: String(row.id),
  dueAt: isoTime(row.due_at),
  note: row.note,
  setAt: isoTime(row.set_at),
  createdAt: isoTime(row.created_at),
  doneAt: isoTime(row.done_at),
  closedBy: row.closed_by,
  lead: {
    id: String(row.lead_id),
    redditUsername: row.reddit_username,
    campaignId: String(row.campaign_id),
    campaigns: JSON.parse(row.campaigns) as string[],
    stage: row.stage,
    title: row.title ?? '',
    subreddit: row.subreddit ?? '',
  },
});

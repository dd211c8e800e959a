import type { Person } from '#shared/common.ts';
import type { TimelineEntry } from '#shared/leads.ts';
import { dayMs } from '#shared/time.ts';
import { listPeople } from '#core/accounts/queries.ts';
import { findRole } from '#core/accounts/workspaces/queries.ts';
import { ownedBy } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { can } from '#core/platform/policy.ts';
import { isoTime } from '#core/platform/clock.ts';
import { chunked, type Trx, type Db } from '#core/platform/db/connect.ts';
import { updateRows, jsonRow, parseRows, countRows } from '#core/platform/db/many-rows.ts';
import type { Cursor } from '#core/platform/paging/cursor.ts';
import type { LeadEventsRow, LeadsRow } from '../tables.ts';
import { addEvents } from './event-queries.ts';
import { mergeLeads } from './merge.ts';
import { leadColumns, leadPostColumns, type LeadPostRow, type LeadRow } from './rows.ts';

/** Removes these leads from the queue of announcements. */
export async function endAnnouncements(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of chunked([...ids], 1)) await trx('leads').whereIn('id', some).update({ announce_since: null });
}

/** By the time a plan has leads left again, older posts are no longer worth promoting. */
const freshMs = 31 * dayMs;
const maxPromoted = 1000;

/** Posts that would be leads if their user's plan had leads left. */
const waiting = (db: Db | Trx, userIds: readonly number[], now: number) =>
  db('posts')
    .join('campaigns', 'campaigns.id', 'posts.campaign_id')
    .whereIn('posts.user_id', userIds)
    .where('posts.decided', 'lead')
    .where('posts.status', 'new')
    .where('posts.touched', 0)
    .where('posts.open', 1)
    .where('campaigns.sample', 0)
    .whereNotNull('posts.author_key')
    .where('posts.discovered_at', '>', now - freshMs);

export async function countWaitingLeads(db: Db, userIds: readonly number[], now: number): Promise<number> {
  const row = await waiting(db, userIds, now).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Promotes these users' best waiting posts to leads, and returns how many. */
export async function promoteWaiting(
  trx: Trx,
  { userIds, limit, now }: { userIds: readonly number[]; limit: number; now: number },
): Promise<number> {
  const ids = await waiting(trx, userIds, now)
    .orderBy('posts.static_points', 'desc')
    .limit(Math.min(limit, maxPromoted))
    .pluck<number[]>('posts.id');
  await updateRows(
    trx,
    'posts',
    ids.map((id) => ({ id, status: 'lead' })),
  );
  return (await mergeLeads(trx, ids, now)).length;
}

/** Leads with their campaign's `sample` flag; narrow it by `leads.…`. */
const selectLeads = (db: Db) => db('leads').join('campaigns', 'campaigns.id', 'leads.campaign_id').select<LeadRow[]>(leadColumns);

export function findLead(db: Db, owner: string | null, id: string): Promise<LeadRow | undefined> {
  return selectLeads(db).where(ownedBy(owner, 'leads.user_id')).where('leads.id', Number(id)).first();
}

export const findLeads = (db: Db, owner: string | null, ids: readonly number[]): Promise<LeadRow[]> =>
  selectLeads(db).where(ownedBy(owner, 'leads.user_id')).whereIn('leads.id', ids).limit(ids.length);

const postsShown = 20;

/** Up to 20 posts of each lead, strongest first. */
export async function listPostsOf(db: Db, leadIds: readonly number[]): Promise<Map<number, LeadPostRow[]>> {
  const ranked = db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .whereIn('posts.lead_id', leadIds)
    .select(jsonRow(db, leadPostColumns))
    .rowNumber('position', (window) => void window.partitionBy('posts.lead_id').orderBy('posts.static_points', 'desc'));
  const rows = await db
    .from(ranked.as('ranked'))
    .where('position', '<=', postsShown)
    .select<{ json: string }[]>('json')
    .limit(leadIds.length * postsShown);
  return Map.groupBy(parseRows<LeadPostRow>(rows), (row) => row.lead_id);
}

export { listPeople };

type EventRow = Pick<LeadEventsRow, 'id' | 'at' | 'kind' | 'text' | 'post_id' | 'actor_id'>;

/** Of a person's other leads, without how each campaign found them. */
const eventsOfPerson = (db: Db, [own = 0, ...others]: readonly number[]) =>
  db('lead_events').where((mine) =>
    mine.where({ lead_id: own }).orWhere((other) => other.whereIn('lead_id', others).whereNotIn('kind', ['heard', 'lead'])),
  );

/** Newest first. `leadIds`: those of a person, that of the lead first. The caller has checked that they belong to the owner. */
export async function listEvents(
  db: Db,
  leadIds: readonly number[],
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<EventRow[]> {
  return eventsOfPerson(db, leadIds)
    .modify((events) => {
      if (cursor) void events.where('id', '<', cursor.id);
    })
    .select('id', 'at', 'kind', 'text', 'post_id', 'actor_id')
    .orderBy('id', 'desc')
    .limit(limit);
}

export const countEvents = (db: Db, leadIds: readonly number[], limit: number): Promise<number> =>
  countRows(db, eventsOfPerson(db, leadIds).select('id'), limit);

export const entryOf = (row: EventRow, people: ReadonlyMap<number | null, Person>): TimelineEntry => ({
  id: String(row.id),
  at: isoTime(row.at),
  kind: row.kind,
  text: row.text,
  actor: people.get(row.actor_id) ?? null,
  postId: row.post_id === null ? null : String(row.post_id),
});

/** Changes a person's leads in all campaigns. */
export async function savePerson(
  trx: Trx,
  { user_id, author_key }: Pick<LeadRow, 'user_id' | 'author_key'>,
  change: Pick<LeadsRow, 'stage' | 'notes' | 'tags' | 'value' | 'assignee_id' | 'contacted_at' | 'last_activity_at'>,
): Promise<void> {
  await trx('leads').where({ user_id, author_key }).update(change);
}

/** Shows one lead of a person to clients, or none of them. False if that was so. */
export async function showToClients(trx: Trx, { id, user_id, author_key }: LeadRow, isShown: boolean): Promise<boolean> {
  const changed = await trx('leads')
    .where(isShown ? { id } : { user_id, author_key })
    .where('shown_to_clients', isShown ? 0 : 1)
    .update({ shown_to_clients: isShown ? 1 : 0 });
  return changed > 0;
}

/** Gives the leads of somebody who leaves a workspace back to it. */
export async function unassignLeads(
  trx: Trx,
  { workspace_id, user_id }: { workspace_id: number; user_id: number },
  now: number,
): Promise<void> {
  const theirs = trx('leads').where({ user_id: workspace_id, assignee_id: user_id });
  const rows = await theirs.clone().select('id', 'author_key').orderBy('id');
  await theirs.clone().update({ assignee_id: null, last_activity_at: now });
  // The timeline is a person's, of all their leads.
  const ids = new Map(rows.map(({ id, author_key }) => [author_key ?? id, id])).values();
  const events = [...ids].map((leadId) => ({ leadId, kind: 'assignee' as const, text: 'Unassigned', postId: null }));
  await addEvents(trx, events, now);
}

/** Throws `invalid` for somebody who can't work on the workspace's leads. */
export async function getAssignee(trx: Trx, workspaceId: number, userId: number): Promise<Person> {
  const role = await findRole(trx, { workspace_id: workspaceId, user_id: userId });
  const person = role !== undefined && can(role, 'work') ? (await listPeople(trx, [userId])).get(userId) : undefined;
  if (person) return person;
  const message = 'Choose a member of this workspace who can work in it.';
  throw new AppError('invalid', message, { details: [{ path: 'assigneeId', message }] });
}

import type { TimelineEntry } from '#shared/leads.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { countRows } from '#core/platform/db/count-rows.ts';
import type { Cursor } from '#core/platform/paging/cursor.ts';
import { jsonRow, parseRows } from '#core/platform/db/json-rows.ts';
import type { LeadEventsRow, LeadsRow } from '../tables.ts';
import { leadColumns } from './listing-queries.ts';
import type { LeadPostRow, LeadRow } from './rows.ts';

/** Leads with their campaign's `sample` flag; narrow it by `leads.…`. */
const selectLeads = (db: Db) =>
  db('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .select<LeadRow[]>([...leadColumns, 'campaigns.sample']);

const owned = (owner: string | null) => (owner === null ? {} : { 'leads.user_id': Number(owner) });

export function findLead(db: Db, owner: string | null, id: string): Promise<LeadRow | undefined> {
  return selectLeads(db).where(owned(owner)).where('leads.id', Number(id)).first();
}

const postsShown = 20;
const postColumns = [
  'posts.id',
  'posts.lead_id',
  'posts.kind',
  'items.fullname',
  'items.subreddit',
  'items.title',
  'items.permalink',
  'posts.reason',
  'posts.static_points',
  'posts.recency_points',
  'posts.cap',
  'posts.created_at',
];

/** Up to 20 posts of each lead, strongest first. */
export async function listPostsOf(db: Db, leadIds: readonly number[]): Promise<Map<number, LeadPostRow[]>> {
  const ranked = db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .whereIn('posts.lead_id', leadIds)
    .select(jsonRow(db, postColumns))
    .rowNumber('position', (window) => void window.partitionBy('posts.lead_id').orderBy('posts.static_points', 'desc'));
  const rows = await db
    .from(ranked.as('ranked'))
    .where('position', '<=', postsShown)
    .select<{ json: string }[]>('json')
    .limit(leadIds.length * postsShown);
  return Map.groupBy(parseRows<LeadPostRow>(rows), (row) => row.lead_id);
}

type EventRow = Pick<LeadEventsRow, 'id' | 'at' | 'kind' | 'text' | 'post_id'>;

/** Newest first. The caller has checked that the lead belongs to the owner. */
export async function listEvents(db: Db, leadId: number, { cursor, limit }: { cursor: Cursor | null; limit: number }): Promise<EventRow[]> {
  return db('lead_events')
    .where({ lead_id: leadId })
    .modify((events) => {
      if (cursor) void events.where('id', '<', cursor.id);
    })
    .select('id', 'at', 'kind', 'text', 'post_id')
    .orderBy('id', 'desc')
    .limit(limit);
}

export const countEvents = (db: Db, leadId: number, limit: number): Promise<number> =>
  countRows(db, db('lead_events').where({ lead_id: leadId }).select('id'), limit);

export const entryOf = (row: EventRow): TimelineEntry => ({
  id: String(row.id),
  at: new Date(row.at).toISOString(),
  kind: row.kind,
  text: row.text,
  postId: row.post_id === null ? null : String(row.post_id),
});

export async function saveLead(
  trx: Trx,
  { id, user_id }: LeadRow,
  change: Pick<LeadsRow, 'stage' | 'notes' | 'tags' | 'value' | 'contacted_at'>,
): Promise<void> {
  await trx('leads').where({ id, user_id }).update(change);
}

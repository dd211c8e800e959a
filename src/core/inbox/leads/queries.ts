import type { LeadListQuery, TimelineEntry } from '#shared/leads.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { confidenceSql } from '#core/scoring/confidence.ts';
import { countRows } from '#core/platform/db/count-rows.ts';
import type { Cursor } from '#core/platform/paging/cursor.ts';
import { itemsMatching, likePattern, searchTerms } from '#core/platform/db/text-search.ts';
import { jsonRow, parseRows } from '#core/platform/db/json-rows.ts';
import type { LeadEventsRow, LeadsRow } from '../tables.ts';
import type { LeadPostRow, LeadRow } from './rows.ts';

const own = [
  'id',
  'campaign_id',
  'user_id',
  'reddit_username',
  'stage',
  'notes',
  'tags',
  'value',
  'active',
  'seen_at',
  'contacted_at',
  'first_seen_at',
  'last_activity_at',
  'static_points',
  'recency_points',
  'cap',
  'basis_at',
].map((column) => `leads.${column}`);

/** Leads with their campaign's `sample` flag; narrow it by `leads.…`. */
const selectLeads = (db: Db) =>
  db('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .select<LeadRow[]>([...own, 'campaigns.sample']);

/** The same as JSON, for `parseRows`. */
const selectShownLeads = (db: Db) =>
  db('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .select<{ json: string }[]>(jsonRow(db, [...own, 'campaigns.sample']));

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

export interface LeadRequest {
  owner: string | null;
  query: LeadListQuery;
  cursor: Cursor | null;
  /** Confidence is computed for this time (UTC ms). */
  now: number;
  /** For the sort `-new`: leads found after this (UTC ms) are new. */
  newSince?: number | undefined;
}

function whoMatches(db: Db, { owner, query }: LeadRequest) {
  const q = query.q?.trim() ?? '';
  const terms = searchTerms(q);
  const pattern = likePattern(q);
  const { like } = dialectOf(db);
  const byText = db('posts').whereNotNull('lead_id').select('lead_id');
  if (owner !== null) void byText.where({ user_id: Number(owner) });
  return (either: ReturnType<Db['queryBuilder']>) => {
    void either.whereRaw(`(${like('leads.reddit_username')} or ${like('leads.notes')})`, [pattern, pattern]);
    if (terms !== null) void either.orWhereIn('leads.id', byText.whereIn('item_id', itemsMatching(db, terms, owner)));
  };
}

function filtered(db: Db, request: LeadRequest) {
  const { owner, query, now } = request;
  return db('leads')
    .where(owned(owner))
    .where('leads.active', 1)
    .modify((leads) => {
      if (query.campaignId !== undefined) void leads.where('leads.campaign_id', Number(query.campaignId));
      if (query.stage !== undefined) void leads.where('leads.stage', query.stage);
      if (query.tag !== undefined) void leads.whereRaw(dialectOf(db).holds('leads.tags'), [query.tag]);
      if (query.minConfidence !== undefined) {
        const { sql, bindings } = confidenceSql(dialectOf(db), ['leads', 'basis_at'], now);
        void leads.whereRaw(`${sql} >= ?`, [...bindings, query.minConfidence - 0.5]);
      }
      if (query.since !== undefined) void leads.where('leads.first_seen_at', '>=', Date.parse(query.since));
      if (query.subreddit !== undefined) {
        const key = query.subreddit.replace(/^\/?r\//i, '').toLowerCase();
        void leads.whereExists(db('posts').select('id').whereRaw('posts.lead_id = leads.id').where('posts.subreddit_key', key));
      }
      if (query.q?.trim()) void leads.where(whoMatches(db, request));
    });
}

/** How many leads match, counting no further than `limit`. */
export const countLeads = (db: Db, request: LeadRequest, limit: number): Promise<number> =>
  countRows(db, filtered(db, request).select('leads.id'), limit);

const sortColumns = {
  '-createdAt': 'leads.basis_at',
  '-discoveredAt': 'leads.first_seen_at',
  '-lastActivityAt': 'leads.last_activity_at',
} as const;

/** Above every time, so that new leads come first; small enough to keep three decimals of a score. */
const aboveTimes = 1e13;

/** What a list is sorted by, descending. */
function sortKey(db: Db, { query, now, newSince = now }: LeadRequest): { sql: string; bindings: number[] } {
  const dialect = dialectOf(db);
  const { sort } = query;
  if (sort !== '-confidence' && sort !== '-new') return { sql: sortColumns[sort], bindings: [] };
  const { sql, bindings } = confidenceSql(dialect, ['leads', 'basis_at'], now);
  if (sort === '-confidence') return { sql, bindings };
  return {
    sql: `case when leads.first_seen_at > ? then ${dialect.real(aboveTimes)} + ${sql} else leads.first_seen_at end`,
    bindings: [newSince, ...bindings],
  };
}

/** Ids of one page, with the value each was sorted by. */
export async function listLeadIds(db: Db, request: LeadRequest, limit: number): Promise<{ id: number; key: number }[]> {
  const { cursor } = request;
  const { sql, bindings } = sortKey(db, request);
  return filtered(db, request)
    .modify((leads) => {
      if (cursor)
        void leads.whereRaw(`(${sql} < ? or (${sql} = ? and leads.id < ?))`, [...bindings, cursor.key, ...bindings, cursor.key, cursor.id]);
    })
    .select<{ id: number; key: number }[]>('leads.id', db.raw(`${sql} as key`, bindings))
    .orderBy([
      { column: 'key', order: 'desc' },
      { column: 'leads.id', order: 'desc' },
    ])
    .limit(limit);
}

export async function listLeads(db: Db, owner: string | null, ids: readonly number[]): Promise<LeadRow[]> {
  const rows = await selectShownLeads(db).where(owned(owner)).whereIn('leads.id', ids).limit(ids.length);
  const byId = new Map(parseRows<LeadRow>(rows).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
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

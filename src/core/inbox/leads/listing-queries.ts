import type { LeadListQuery } from '#shared/leads.ts';
import { ownedBy } from '#core/platform/actor.ts';
import type { Db, Subquery } from '#core/platform/db/connect.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { jsonRow, countRows } from '#core/platform/db/many-rows.ts';
import { isSearch, itemsMatching, likePattern, searchTerms } from '#core/platform/db/text-search.ts';
import type { Cursor } from '#core/platform/paging/cursor.ts';
import { confidenceSql } from '#core/scoring/confidence.ts';
import { maxRecency } from '../campaigns/cursor-queries.ts';
import { peopleOf, standsForPerson } from './person-queries.ts';
import { leadColumns, type LeadRow } from './rows.ts';

export interface LeadRequest {
  owner: string | null;
  query: LeadListQuery;
  cursor: Cursor | null;
  /** Confidence is computed for this time (UTC ms). */
  now: number;
  /** For the sort `-new`: leads found after this (UTC ms) are new. */
  newSince?: number | undefined;
  selectQueued: SelectQueued;
}

/** Subquery: the posts to which a reply of this user (of anyone: null) is about to be posted. */
export type SelectQueued = (db: Db, owner: string | null) => Subquery;

/** Subquery: the people with whom there is nothing to do yet. */
function peopleWaiting(db: Db, { owner, now, selectQueued }: LeadRequest): Subquery {
  const later: Subquery = db('follow_ups').where(ownedBy(owner)).whereNull('done_at').where('due_at', '>', now).select('lead_id');
  const answered: Subquery = db('posts').whereIn('id', selectQueued(db, owner)).whereNotNull('lead_id').select('lead_id');
  return peopleOf(db, later.union(answered));
}

/** A search reads every match to sort them, so its first page counts them too. */
const countsMatches = ({ query, cursor }: LeadRequest): boolean => isSearch(query) && cursor === null;

function whoMatches(db: Db, { owner, query }: LeadRequest) {
  const q = query.q?.trim() ?? '';
  const terms = searchTerms(q);
  const pattern = likePattern(q);
  const { like } = dialectOf(db);
  const byText = db('posts').whereNotNull('lead_id').select('lead_id');
  void byText.where(ownedBy(owner));
  return (either: ReturnType<Db['queryBuilder']>) => {
    void either.whereRaw(`(${like('leads.reddit_username')} or ${like('leads.notes')})`, [pattern, pattern]);
    if (terms !== null)
      void either.orWhereIn(
        ['leads.user_id', 'leads.author_key'],
        peopleOf(db, byText.whereIn('item_id', itemsMatching(db, terms, owner))),
      );
  };
}

/** Read in the order of an index, up to the end of the page. */
const isBanded = ({ query: { sort } }: LeadRequest): boolean => sort !== '-new' && !sort.endsWith('lastActivityAt');

function filtered(db: Db, request: LeadRequest) {
  const { owner, query, now } = request;
  return db('leads')
    .where(ownedBy(owner, 'leads.user_id'))
    .where('leads.active', 1)
    .modify((leads) => {
      if (query.campaignId === undefined) void leads.whereRaw(standsForPerson(owner, isBanded(request) ? 'few' : 'all'));
      else void leads.where('leads.campaign_id', Number(query.campaignId));
      if (query.stage !== undefined) void leads.where('leads.stage', query.stage);
      if (query.assignee === 'none') void leads.whereNull('leads.assignee_id');
      else if (query.assignee !== undefined) void leads.where('leads.assignee_id', Number(query.assignee));
      if (query.tag !== undefined) void leads.whereRaw(dialectOf(db).holds('leads.tags'), [query.tag]);
      if (query.minConfidence !== undefined) {
        const { sql, bindings } = confidenceSql(dialectOf(db), ['leads', 'basis_at'], now);
        void leads.whereRaw(`${sql} >= ?`, [...bindings, query.minConfidence - 0.5]);
      }
      if (query.since !== undefined) void leads.where('leads.first_seen_at', '>=', Date.parse(query.since));
      if (query.updatedSince !== undefined) {
        const changed = db('leads').where(ownedBy(owner)).where('last_activity_at', '>=', Date.parse(query.updatedSince)).select('id');
        void leads.whereIn(['leads.user_id', 'leads.author_key'], peopleOf(db, changed));
      }
      if (query.subreddit !== undefined) {
        const key = query.subreddit.replace(/^\/?r\//i, '').toLowerCase();
        const own = ownedBy(owner);
        const there = db('posts').where(own).where({ subreddit_key: key }).whereNotNull('lead_id').select('lead_id');
        void leads.whereIn(['leads.user_id', 'leads.author_key'], peopleOf(db, there));
      }
      if (query.waiting !== undefined)
        void leads[query.waiting ? 'whereIn' : 'whereNotIn'](['leads.user_id', 'leads.author_key'], peopleWaiting(db, request));
      if (isSearch(query)) void leads.where(whoMatches(db, request));
    });
}

/** How many leads match, counting no further than `limit`. */
export const countLeads = (db: Db, request: LeadRequest, limit: number): Promise<number> =>
  countRows(db, filtered(db, { ...request, query: { ...request.query, sort: '-new' } }).select('leads.id'), limit);

const sortColumns = {
  '-createdAt': 'leads.basis_at',
  '-discoveredAt': 'leads.first_seen_at',
  '-lastActivityAt': 'leads.last_activity_at',
  lastActivityAt: 'leads.last_activity_at',
} as const;

/** Above every time, so that new leads come first; small enough to keep three decimals of a score. */
const aboveTimes = 1e13;

/** Only what programs page through is in ascending order. */
const directionOf = ({ query: { sort } }: LeadRequest) => (sort.startsWith('-') ? 'desc' : 'asc');

/** What a list is sorted by. */
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

type Filtered = ReturnType<typeof filtered>;

/** Whether few rows match, or they are found by an index of their own. */
const isNarrow = ({ query }: LeadRequest): boolean =>
  isSearch(query) ||
  query.tag !== undefined ||
  query.subreddit !== undefined ||
  query.updatedSince !== undefined ||
  (query.assignee !== undefined && query.assignee !== 'none');

/** As for posts: no lead that is further below can be on the page, so only a narrow band of the index is read. */
const bandFloor = ({ db, base }: { db: Db; base: Filtered }, request: LeadRequest, limit: number) =>
  base
    .clone()
    .modify((leads) => {
      if (request.cursor) void leads.whereRaw('leads.static_points < ? - (?)', [request.cursor.key, maxRecency(db, request)]);
    })
    .orderBy('leads.static_points', 'desc')
    .offset(limit - 1)
    .limit(1)
    .select(db.raw('leads.static_points - (?)', [maxRecency(db, request)]));

/** Ids of one page, with the value each was sorted by. */
function pageOfLeads(db: Db, request: LeadRequest, limit: number) {
  const { query, cursor } = request;
  const isByScore = query.sort === '-confidence';
  const order = directionOf(request);
  const { sql, bindings } = sortKey(db, request);
  const base = filtered(db, request);
  const floor = isByScore && !isNarrow(request) ? bandFloor({ db, base }, request, limit) : null;
  return base
    .modify((leads) => {
      // With fewer rows than a page there is no floor.
      if (floor !== null) void leads.whereRaw('leads.static_points >= coalesce((?), -1e9)', [floor]);
      if (!cursor) return;
      if (isByScore) void leads.where('leads.static_points', '<=', cursor.key);
      const past = order === 'desc' ? '<' : '>';
      void leads.whereRaw(`(${sql} ${past} ? or (${sql} = ? and leads.id ${past} ?))`, [
        ...bindings,
        cursor.key,
        ...bindings,
        cursor.key,
        cursor.id,
      ]);
    })
    .select('leads.id', db.raw(`${sql} as key`, bindings))
    .orderBy([
      { column: 'key', order },
      { column: 'leads.id', order },
    ])
    .limit(limit);
}

export interface ListedLead {
  id: number;
  key: number;
  lead: LeadRow;
  /** Number of all matches, on the first page of a search. */
  matches?: number;
}

/** Finds one page and reads it in the same statement. */
export async function listLeads(db: Db, request: LeadRequest, limit: number): Promise<ListedLead[]> {
  const page = pageOfLeads(db, request, limit);
  const counts = countsMatches(request);
  const order = directionOf(request);
  if (counts) void page.select(db.raw('count(*) over () as matches'));
  const rows = await db('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .with('page', page)
    .join('page', 'page.id', 'leads.id')
    .select<(Omit<ListedLead, 'lead'> & { json: string })[]>('page.id', 'page.key', ...(counts ? ['page.matches'] : []))
    .select(jsonRow(db, leadColumns))
    .orderBy([
      { column: 'page.key', order },
      { column: 'page.id', order },
    ])
    .limit(limit);
  return mapInSlices(rows, ({ json, ...row }) => ({ ...row, lead: JSON.parse(json) as LeadRow }));
}

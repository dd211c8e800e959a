import { maxCounted, type Page, type Person } from '#shared/common.ts';
import { type Lead, type LeadListQuery, type LeadUpdate, maxNotes, type TimelineEntry } from '#shared/leads.ts';
import type { CoreContext } from '#core/context.ts';
import { readPreviousVisit } from '#core/accounts/queries.ts';
import { type Actor, doerOf, ownerOf, userIdOf } from '#core/platform/actor.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { totalOf } from '#core/platform/db/many-rows.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import { AppError } from '#core/platform/errors.ts';
import { shownTime } from '../shown-time.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import { addEvents, type NewEvent } from './event-queries.ts';
import {
  countEvents,
  entryOf,
  findLead,
  findLeads,
  getAssignee,
  listEvents,
  listPeople,
  listPostsOf,
  savePerson,
  showToClients,
} from './queries.ts';
import { refreshLeads } from './merge.ts';
import { isOwnCampaign } from '../posts/queries.ts';
import { countLeads, type LeadRequest, listLeads, type SelectQueued } from './listing-queries.ts';
import { listLeadsOfPerson, listMembers, personOf } from './person-queries.ts';
import { leadOf, type LeadRow } from './rows.ts';

interface Deps extends Pick<CoreContext, 'db' | 'readDb' | 'readCache' | 'bus' | 'now'> {
  selectQueued: SelectQueued;
  /** Tells people in the workspace what is about them, after a lead was changed from this state. */
  tellOfChange: (actor: Actor, before: LeadRow, update: LeadUpdate) => Promise<void>;
}

const missing = () => new AppError('not_found', 'Lead not found');
const idOf = (id: number | null): string | null => (id === null ? null : String(id));
/** Stages that imply the lead was contacted. */
const contactedStages = new Set(['contacted', 'replied', 'qualified', 'won']);

interface Change {
  update: LeadUpdate;
  /** Who makes it; null for Earshot. */
  by: number | null;
  now: number;
}

function eventsOf(lead: LeadRow, { update, by }: Change, assignee: Person | null): NewEvent[] {
  const event = { leadId: lead.id, postId: null, by };
  const events: NewEvent[] = [];
  if (update.stage !== undefined && update.stage !== lead.stage)
    events.push({ ...event, kind: 'stage', text: `${lead.stage} → ${update.stage}` });
  if (update.assigneeId !== undefined && update.assigneeId !== idOf(lead.assignee_id))
    events.push({ ...event, kind: 'assignee', text: assignee === null ? 'Unassigned' : `Assigned to ${assignee.username}` });
  if (update.notes !== undefined && update.notes !== lead.notes)
    events.push({ ...event, kind: 'note', text: update.notes === '' ? 'Notes removed' : 'Notes changed' });
  if (update.tags !== undefined && JSON.stringify(update.tags) !== lead.tags)
    events.push({ ...event, kind: 'tag', text: update.tags.join(', ') || 'Tags removed' });
  if (update.value !== undefined && update.value !== lead.value)
    events.push({ ...event, kind: 'value', text: update.value === null ? 'Value removed' : `Value ${update.value}` });
  return events;
}

async function present({ readDb }: Deps, rows: readonly LeadRow[], at: number): Promise<Lead[]> {
  const members = await listMembers(readDb, rows);
  const ofPerson = (row: LeadRow) => members.get(personOf(row)) ?? [];
  const posts = await listPostsOf(
    readDb,
    rows.flatMap((row) => ofPerson(row).map(({ id }) => id)),
  );
  const assignees = await listPeople(
    readDb,
    rows.map(({ assignee_id }) => assignee_id),
  );
  return mapInSlices(rows, (row) => {
    const own = ofPerson(row);
    const assignee = row.assignee_id === null ? null : (assignees.get(row.assignee_id) ?? null);
    return leadOf(row, { assignee, posts: own.flatMap(({ id }) => posts.get(id) ?? []), members: own }, at);
  });
}

/** Counted again only after a commit, unless it depends on the time. */
function countMatching({ readDb, readCache }: Deps, request: LeadRequest, limit: number): Promise<number> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filter } = request.query;
  const count = () => countLeads(readDb, request, limit);
  if (filter.minConfidence !== undefined || filter.waiting !== undefined) return count();
  return readCache.row(`leads:${JSON.stringify([request.owner, filter])}`, count);
}

async function readPage(deps: Deps, request: LeadRequest & { visitor: number | null }): Promise<Page<Lead>> {
  const { readDb } = deps;
  const { owner, visitor, query, cursor, now: at } = request;
  if (query.campaignId !== undefined && !(await isOwnCampaign(readDb, owner, query.campaignId)))
    throw new AppError('not_found', 'Campaign not found');
  const newSince = visitor === null ? undefined : await readPreviousVisit(readDb, visitor, at);
  const found = await listLeads(readDb, { ...request, newSince }, query.limit + 1);
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = found.length > query.limit;
  const first = { shown: page.length, hasMore, isFirst: cursor === null, counted: last?.matches };
  const rows = page.map(({ lead }) => lead);
  return {
    items: await present(deps, rows, at),
    nextCursor: last && hasMore ? writeCursor({ sort: query.sort, now: at, key: last.key, id: last.id }) : null,
    total: await totalOf(first, maxCounted, (limit) => countMatching(deps, request, limit)),
  };
}

/** First pages are the ones that several tabs and programs ask for. */
function listPage(deps: Deps, actor: Actor, asked: LeadListQuery): Promise<Page<Lead>> {
  const owner = ownerOf(actor);
  // A kept page serves everybody who asks the same: "me" is somebody else for each.
  const query = asked.assignee === 'me' ? { ...asked, assignee: String(userIdOf(actor)) } : asked;
  const visitor = query.sort === '-new' && actor.kind === 'user' ? userIdOf(actor) : null;
  const cursor = readCursor(query.cursor, query.sort);
  const request = { ...deps, owner, visitor, query, cursor, now: cursor?.now ?? shownTime(deps.now()) };
  const read = () => readPage(deps, request);
  return cursor === null ? deps.readCache.page(`leads:${JSON.stringify([owner, query, request.now, visitor])}`, read) : read();
}

/** What the user does with a person is true of them in every campaign. */
async function writeUpdate(trx: Trx, lead: LeadRow, change: Change): Promise<void> {
  const { update, now } = change;
  const { stage, notes, tags, value, assigneeId, shownToClients } = update;
  const assignee = assigneeId ? await getAssignee(trx, lead.user_id, Number(assigneeId)) : null;
  const contacted = stage !== undefined && contactedStages.has(stage) && lead.contacted_at === null;
  const events = eventsOf(lead, change, assignee);
  if (shownToClients !== undefined && (await showToClients(trx, lead, shownToClients))) {
    const text = shownToClients ? 'Shown to clients' : 'No longer shown to clients';
    events.push({ leadId: lead.id, postId: null, by: change.by, kind: 'clients', text });
  }
  await savePerson(trx, lead, {
    stage: stage ?? lead.stage,
    notes: notes ?? lead.notes,
    tags: tags === undefined ? lead.tags : JSON.stringify(tags),
    value: value === undefined ? lead.value : value,
    assignee_id: assigneeId === undefined ? lead.assignee_id : assigneeId === null ? null : Number(assigneeId),
    contacted_at: contacted ? now : lead.contacted_at,
    last_activity_at: events.length > 0 ? now : lead.last_activity_at,
  });
  await addEvents(trx, events, now);
  await refreshLeads(trx, await listLeadsOfPerson(trx, lead), now);
}

/** Some leads, without the others of a list. */
function createPicks(deps: Deps) {
  const { readDb, now } = deps;
  return {
    /** The first leads of a list, without counting the others. */
    async first(actor: Actor, query: LeadListQuery): Promise<Lead[]> {
      const at = shownTime(now());
      const found = await listLeads(readDb, { ...deps, owner: ownerOf(actor), query, cursor: null, now: at }, query.limit);
      const rows = found.map(({ lead }) => lead);
      return present(deps, rows, at);
    },

    /** By id. */
    async listByIds(actor: Actor, ids: readonly number[]): Promise<Map<string, Lead>> {
      const leads = await present(deps, await findLeads(readDb, ownerOf(actor), ids), shownTime(now()));
      return new Map(leads.map((lead) => [lead.id, lead]));
    },
  };
}

/** People that campaigns found, each with their posts. */
export function createLeads(deps: Deps) {
  const { db, readDb, bus, now, tellOfChange } = deps;
  async function getRow(actor: Actor, id: string, from: Db = readDb): Promise<LeadRow> {
    const row = await findLead(from, ownerOf(actor), id);
    if (!row) throw missing();
    return row;
  }

  async function getLead(actor: Actor, id: string): Promise<Lead> {
    const [lead] = await present(deps, [await getRow(actor, id)], now());
    if (!lead) throw missing();
    return lead;
  }

  /** Returns the lead as it was before. */
  async function change(actor: Actor, id: string, work: (trx: Trx, lead: LeadRow) => Promise<void>): Promise<LeadRow> {
    const before = await transact(db, async (trx) => {
      const lead = await getRow(actor, id, trx);
      await work(trx, lead);
      return lead;
    });
    bus.announce(String(before.user_id), ['leads-changed']);
    return before;
  }

  async function save(actor: Actor, id: string, updateOf: (lead: LeadRow) => LeadUpdate): Promise<Lead> {
    const by = doerOf(actor);
    const before = await change(actor, id, (trx, lead) => writeUpdate(trx, lead, { update: updateOf(lead), by, now: now() }));
    await tellOfChange(actor, before, updateOf(before));
    return getLead(actor, id);
  }

  return {
    list: async (actor: Actor, query: LeadListQuery): Promise<Page<Lead>> => listPage(deps, actor, query),
    get: getLead,

    ...createPicks(deps),

    update: (actor: Actor, id: string, update: LeadUpdate): Promise<Lead> => save(actor, id, () => update),

    /** Adds a paragraph below the notes there are. */
    addNote: (actor: Actor, id: string, text: string): Promise<Lead> =>
      save(actor, id, (lead) => {
        const notes = lead.notes === '' ? text : `${lead.notes}\n${text}`;
        if (notes.length <= maxNotes) return { notes };
        throw new AppError('invalid', `A lead's notes can be at most ${maxNotes} characters. Shorten them first.`);
      }),

    /** Adds to the timeline what somebody did in another room. */
    record: async (actor: Actor, id: string, entry: Pick<NewEvent, 'kind' | 'text' | 'postId'>): Promise<void> =>
      void (await change(actor, id, (trx, lead) => addEvents(trx, [{ ...entry, leadId: lead.id, by: doerOf(actor) }], now()))),

    /** A lead's timeline, newest first. */
    async timeline(actor: Actor, id: string, query: { limit: number; cursor?: string | undefined }): Promise<Page<TimelineEntry>> {
      const lead = await getRow(actor, id);
      const cursor = readCursor(query.cursor, 'timeline');
      const leadIds = await listLeadsOfPerson(readDb, lead);
      const found = await listEvents(readDb, leadIds, { cursor, limit: query.limit + 1 });
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      const nextCursor =
        last && found.length > query.limit ? writeCursor({ sort: 'timeline', now: last.at, key: last.at, id: last.id }) : null;
      const shown = { shown: page.length, hasMore: nextCursor !== null, isFirst: cursor === null };
      const total = await totalOf(shown, maxCounted, (max) => countEvents(readDb, leadIds, max));
      const people = await listPeople(
        readDb,
        page.map(({ actor_id }) => actor_id),
      );
      return { items: page.map((row) => entryOf(row, people)), nextCursor, total };
    },
  };
}
export type Leads = ReturnType<typeof createLeads>;

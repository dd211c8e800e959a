import { maxCounted, type Page } from '#shared/common.ts';
import type { FollowUp, FollowUpQuery, FollowUpUpdate, NewFollowUp } from '#shared/follow-ups.ts';
import { dayOf, startOfDay, timeZone } from '#shared/time-zone.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, doerOf, ownerOf } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { totalOf } from '#core/platform/db/many-rows.ts';
import { AppError } from '#core/platform/errors.ts';
import { addEvents } from '../leads/event-queries.ts';
import { findLead } from '../leads/queries.ts';
import { createPersonalNotices } from '../leads/personal-notices.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import {
  countDue,
  countFollowUps,
  deleteFollowUp,
  findFollowUp,
  findKeyed,
  findZone,
  followUpOf,
  type FollowUpRow,
  insertFollowUp,
  listAnswered,
  listFollowUps,
  listOpen,
  updateFollowUp,
} from './queries.ts';
import type { Fact } from '#shared/events.ts';

type Deps = Pick<CoreContext, 'db' | 'readDb' | 'bus' | 'now'>;

const missing = () => new AppError('not_found', 'Follow-up not found');
const facts: Fact[] = ['follow-ups-changed'];

async function dayFor({ db, now }: Deps, actor: Actor, offered: string | undefined) {
  const zone = timeZone((await findZone(db, actor.kind === 'user' ? actor.userId : null)) ?? offered ?? 'UTC');
  const today = dayOf(zone, now());
  return { start: startOfDay(zone, today), end: startOfDay(zone, today + 1) };
}

interface Note {
  text: string;
  /** Who did it; null for Earshot. */
  by: number | null;
  now: number;
}

const note = (trx: Trx, row: Pick<FollowUpRow, 'lead_id'>, { text, by, now }: Note): Promise<void> =>
  addEvents(trx, [{ leadId: row.lead_id, kind: 'follow-up', text, postId: null, by }], now);

const withNote = (change: string, text: string): string => (text === '' ? change : `${change}: ${text.slice(0, 200).toWellFormed()}`);

/** Timeline entry for an update, or null when the update isn't worth an entry. */
function entryTextOf(row: FollowUpRow, update: FollowUpUpdate): string | null {
  if (update.done === true && row.done_at === null) return withNote('Follow-up done', row.note);
  if (update.done === false && row.done_at !== null) return withNote('Follow-up open again', row.note);
  // A change whose response was lost is sent again.
  if (update.snoozeUntil === undefined || Date.parse(update.snoozeUntil) === row.due_at) return null;
  return `Follow-up moved to ${update.snoozeUntil.slice(0, 10)}`;
}

const chosenAt = (setAt: string | undefined, now: number): number => (setAt === undefined ? now : Math.min(now, Date.parse(setAt)));

async function writeUpdate(
  trx: Trx,
  row: FollowUpRow,
  { update, by, now }: Omit<Note, 'text'> & { update: FollowUpUpdate },
): Promise<void> {
  const { done, snoozeUntil, note: text } = update;
  // Snoozing reopens a follow-up.
  const open = done === false || (snoozeUntil !== undefined && done === undefined);
  await updateFollowUp(trx, row, {
    ...(snoozeUntil !== undefined && { due_at: Date.parse(snoozeUntil), set_at: chosenAt(update.setAt, now) }),
    note: text ?? row.note,
    done_at: open ? null : done ? (row.done_at ?? now) : row.done_at,
    closed_by: open ? null : done ? (row.closed_by ?? 'user') : row.closed_by,
  });
  const entry = entryTextOf(row, update);
  if (entry !== null) await note(trx, row, { text: entry, by, now });
}

async function closeByAnswer(trx: Trx, rows: readonly FollowUpRow[], now: number): Promise<void> {
  for (const row of rows) {
    await updateFollowUp(trx, row, { done_at: now, closed_by: 'answer' });
    await note(trx, row, { text: withNote('Follow-up closed: they wrote again', row.note), by: null, now });
  }
}

/** Closes follow-ups whose lead posted again, and returns their users. */
async function closeAnswered({ db, readDb, now }: Deps): Promise<Set<number>> {
  // Rarely is there one, so nobody else who writes should wait for the answer.
  if ((await listAnswered(readDb)).length === 0) return new Set();
  return transact(db, async (trx) => {
    const rows = await listAnswered(trx);
    await closeByAnswer(trx, rows, now());
    return new Set(rows.map((row) => row.user_id));
  });
}

/** Closes follow-ups after each batch that brought new posts. */
function createClosing(deps: Deps) {
  const { db, bus, now } = deps;
  let closing: Promise<void> = Promise.resolve();
  const stopListening = bus.on('posts:scored', () => {
    closing = closing
      .then(() => closeAnswered(deps))
      .then((users) => users.forEach((userId) => bus.announce(String(userId), facts)))
      // A failure is harmless: the next batch tries again.
      .catch(() => undefined);
  });
  return {
    /** Closes a lead's open follow-ups after a reply, and returns how many. Called by other rooms. */
    async closeAnswered(actor: Actor, leadId: string): Promise<number> {
      const rows = await transact(db, async (trx) => {
        const open = await listOpen(trx, ownerOf(actor), leadId);
        await closeByAnswer(trx, open, now());
        return open;
      });
      for (const userId of new Set(rows.map(({ user_id }) => user_id))) bus.announce(String(userId), facts);
      return rows.length;
    },
    /** Resolves when the follow-ups of everything fetched so far are closed. */
    settled: (): Promise<void> => closing,
    close(): Promise<void> {
      stopListening();
      return closing;
    },
  };
}

async function listPage(deps: Deps, actor: Actor, query: FollowUpQuery): Promise<Page<FollowUp>> {
  const { db, now } = deps;
  const { due, leadId, limit } = query;
  const sort = due === 'done' ? 'done' : 'due';
  const cursor = readCursor(query.cursor, sort);
  const listed = { owner: ownerOf(actor), due, leadId, day: await dayFor(deps, actor, query.zone) };
  const found = await listFollowUps(db, { ...listed, cursor }, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const key = last && (due === 'done' ? (last.done_at ?? 0) : last.due_at);
  const isMore = last !== undefined && key !== undefined && found.length > limit;
  return {
    items: page.map(followUpOf),
    nextCursor: isMore ? writeCursor({ sort, now: now(), key, id: last.id }) : null,
    total: await totalOf({ shown: page.length, hasMore: isMore, isFirst: cursor === null }, maxCounted, (max) =>
      countFollowUps(db, listed, max),
    ),
  };
}

/** Reminders to get back to a lead. */
export function createFollowUps(deps: Deps) {
  const { db, bus, now } = deps;
  const closing = createClosing(deps);
  const personal = createPersonalNotices(deps);

  async function change(actor: Actor, id: string, work: (trx: Trx, row: FollowUpRow) => Promise<void>): Promise<void> {
    const userId = await transact(db, async (trx) => {
      const row = await findFollowUp(trx, ownerOf(actor), id);
      if (!row) throw missing();
      await work(trx, row);
      return row.user_id;
    });
    bus.announce(String(userId), facts);
  }

  async function get(actor: Actor, id: string): Promise<FollowUp> {
    const row = await findFollowUp(db, ownerOf(actor), id);
    if (!row) throw missing();
    return followUpOf(row);
  }

  return {
    list: (actor: Actor, query: FollowUpQuery): Promise<Page<FollowUp>> => listPage(deps, actor, query),

    async counts(actor: Actor, { zone }: { zone?: string | undefined }) {
      return countDue(db, ownerOf(actor), await dayFor(deps, actor, zone));
    },

    /** Returns the existing one if the same key created it. */
    async create(actor: Actor, leadId: string, { dueAt, setAt, note: text, key }: NewFollowUp): Promise<FollowUp> {
      const made = await transact(db, async (trx) => {
        const lead = await findLead(trx, ownerOf(actor), leadId);
        if (!lead) throw new AppError('not_found', 'Lead not found');
        const known = key === undefined ? undefined : await findKeyed(trx, lead.user_id, key);
        if (known !== undefined) return { id: known, lead, isNew: false };
        const row = {
          user_id: lead.user_id,
          lead_id: lead.id,
          due_at: Date.parse(dueAt),
          note: text,
          created_at: now(),
          set_at: chosenAt(setAt, now()),
          change_key: key ?? null,
        };
        await note(trx, row, { text: withNote(`Follow up on ${dueAt.slice(0, 10)}`, text), by: doerOf(actor), now: now() });
        return { id: await insertFollowUp(trx, row), lead, isNew: true };
      });
      bus.announce(String(made.lead.user_id), facts);
      if (made.isNew) await personal.ofFollowUp(actor, made.lead);
      return get(actor, String(made.id));
    },

    async update(actor: Actor, id: string, update: FollowUpUpdate): Promise<FollowUp> {
      await change(actor, id, (trx, row) => writeUpdate(trx, row, { update, by: doerOf(actor), now: now() }));
      return get(actor, id);
    },

    async remove(actor: Actor, id: string): Promise<null> {
      await change(actor, id, deleteFollowUp);
      return null;
    },

    ...closing,
  };
}
export type FollowUps = ReturnType<typeof createFollowUps>;

import type { CoreContext } from '#core/context.ts';
import { isoTime } from '#core/platform/clock.ts';
import type { NewScheduled, Schedule, ScheduleRange, ScheduledReply, ScheduledUpdate } from '#shared/schedule.ts';
import { farthestDays } from '#shared/schedule.ts';
import { schedulePeriods } from '#shared/campaigns.ts';
import type { CampaignsRow } from '#core/inbox/tables.ts';
import { type Actor, actingIn, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { can, memberOf } from '#core/platform/policy.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { approvalOf, hashOf, type AgreementDeps, createAgreement, enqueue, refuseCrowded, refuseSame } from './enqueue.ts';
import { changeRow, findSame, mayChange, type OutboxRow, requireOwnReply, senderOf } from './queries.ts';
import { countWaiting, findScheduled, holdAll, listNextRuns, listScheduled, removeUnsent, type ScheduledRow } from './schedule-queries.ts';
import type { Fact } from '#shared/events.ts';
import { dayMs, minuteMs, weekMs } from '#shared/time.ts';

interface ScheduleDeps extends AgreementDeps, Pick<CoreContext, 'db' | 'bus' | 'writeAudit'> {
  /** Sends due replies in the background. */
  sendSoon: () => void;
  /** Tells who may approve this reply that it waits for them. */
  askApproval: (id: number) => Promise<void>;
}

const missing = () => new AppError('not_found', 'Reply not found');
const tooLate = () => new AppError('conflict', "This reply is being sent or was already sent, so it can't be changed");
const facts: Fact[] = ['replies-changed'];
/** A time up to this long ago still counts as now. */
const slackMs = minuteMs;

const present = (row: ScheduledRow, actor: Actor): ScheduledReply => ({
  id: String(row.id),
  postId: row.post_id === null ? null : String(row.post_id),
  leadId: row.lead_id === null ? null : String(row.lead_id),
  title: row.title ?? '',
  author: row.author,
  subreddit: row.subreddit,
  account: row.account,
  sentBy: row.sent_by === null || row.sender === null ? null : { id: String(row.sent_by), username: row.sender },
  canChange: mayChange(actor, row),
  message: row.text,
  state: row.state,
  wishedAt: isoTime(row.scheduled_at),
  dueAt: isoTime(row.sent_at ?? row.due_at),
  followUpAt: isoTime(row.follow_up_at),
  held: row.state === 'queued' ? row.held : null,
  permalink: row.permalink,
  note: row.error,
});

/** Parses the time to UTC ms. Throws `invalid` if it is past or too far ahead. */
function readTime(dueAt: string, now: number): number {
  const at = Date.parse(dueAt);
  const refuse = (message: string) => new AppError('invalid', message, { details: [{ path: 'dueAt', message }] });
  if (at < now - slackMs) throw refuse('Choose a time in the future');
  if (at > now + farthestDays * dayMs) throw refuse(`Choose a time within ${farthestDays} days`);
  return Math.max(at, now);
}

type Change = Partial<
  Pick<
    OutboxRow,
    | 'text'
    | 'text_hash'
    | 'sent_by'
    | 'account'
    | 'due_at'
    | 'scheduled_at'
    | 'follow_up_at'
    | 'held'
    | 'approved_by'
    | 'error'
    | 'error_code'
  >
>;

interface Changing {
  now: number;
  /** What a changed text waits for; undefined if the text stays, or who may approve it changes it. */
  approval: 'approval' | null | undefined;
}

/** For a second person to decide, or sent back by one. */
const isUndecided = ({ held }: ScheduledRow): boolean => held === 'approval' || held === 'returned';

/** Column changes for an update. A new text needs a new hash: the user agrees to it by saving. */
function changesOf(row: ScheduledRow, { message, dueAt, paused }: ScheduledUpdate, { now, approval }: Changing): Change {
  const changes: Change = {};
  const isSettled = !isUndecided(row);
  if (message !== undefined)
    Object.assign(changes, { text: message, text_hash: hashOf({ account: row.account, parent: row.parent_fullname, text: message }) });
  if (dueAt !== undefined) {
    const at = readTime(dueAt, now);
    Object.assign(changes, {
      due_at: at,
      scheduled_at: at,
      follow_up_at: row.follow_up_at === null ? null : row.follow_up_at + at - row.scheduled_at,
      held: row.held === 'paused' || !isSettled ? row.held : null,
      ...(row.held !== 'returned' && { error: null, error_code: null }),
    });
  }
  // One that missed its time, or whose sender left, only continues with a new time.
  if (paused !== undefined && isSettled && row.held !== 'missed' && row.held !== 'left') changes.held = paused ? 'paused' : null;
  // Approved was the text that it had.
  if (message !== undefined && message !== row.text && approval !== undefined) {
    changes.approved_by = null;
    if (approval === 'approval' || !isSettled) Object.assign(changes, { held: approval, error: null });
  }
  return changes;
}

async function writeUpdate(trx: Trx, row: ScheduledRow, changes: Change): Promise<void> {
  if (changes.text_hash !== undefined && changes.text_hash !== row.text_hash) {
    const same = await findSame(trx, { ...row, ...changes, text_hash: changes.text_hash });
    if (same) refuseSame({ ...same, state: 'sent' }, row.user_id);
  }
  if (changes.due_at !== undefined) await refuseCrowded(trx, { ...row, ...changes, due_at: changes.due_at }, row.id);
  const { lead_id: _lead, title: _title, author: _author, sender: _sender, ...read } = row;
  const isNothing = Object.keys(changes).length === 0;
  if (!isNothing && !(await changeRow(trx, read, changes))) throw tooLate();
}

/** Reads scheduled replies, and presents them after a change. */
function createReader({ db, bus, now, sendSoon }: ScheduleDeps) {
  async function get(userId: number, id: number): Promise<ScheduledRow> {
    const row = await findScheduled(db, userId, id);
    if (!row) throw missing();
    return row;
  }
  return {
    get,
    async answer(actor: Actor, id: number): Promise<ScheduledReply> {
      const userId = workspaceOf(actor);
      bus.announce(String(userId), facts);
      const row = await get(userId, id);
      if (row.state === 'queued' && row.held === null && row.due_at <= now()) sendSoon();
      return present(row, actor);
    },
  };
}

type Agree = ReturnType<typeof createAgreement>;

/** What takes over a reply whose sender or account left, or sends it from another account: who does that agrees to it as their own. */
async function takeOver(agree: (text: string) => ReturnType<Agree>, row: ScheduledRow, update: ScheduledUpdate): Promise<Change> {
  const isChosen = update.account !== undefined && update.account.toLowerCase() !== row.account;
  if (!isChosen && (row.held !== 'left' || update.dueAt === undefined)) return {};
  if (row.post_id === null) throw new AppError('conflict', 'The conversation is no longer available');
  const { sent_by, account, text_hash, held } = await agree(update.message ?? row.text);
  return { sent_by, account, text_hash, ...((held === 'approval' || isUndecided(row)) && { held, approved_by: null, error: null }) };
}

function createChanging(deps: ScheduleDeps, { get, answer }: ReturnType<typeof createReader>, agree: Agree) {
  const { db, bus, now, sendSoon, refuseStopped } = deps;
  async function getOwn(actor: Actor, id: string): Promise<ScheduledRow> {
    const row = await get(workspaceOf(actor), Number(id));
    requireOwnReply(actor, row);
    return row;
  }
  /** A second person who changes a text has seen it. */
  async function approvalFor(actor: Actor, row: ScheduledRow, { message }: ScheduledUpdate): Promise<Changing['approval']> {
    const isSecond = can(memberOf(actor), 'manage') && userIdOf(actor) !== senderOf(row);
    if (message === undefined || message === row.text || isSecond) return undefined;
    return approvalOf(db, { workspace_id: row.user_id, user_id: senderOf(row) });
  }
  return {
    /** Throws `conflict` if it is being sent or the text must not be sent, `invalid`, `too_many`. */
    async update(actor: Actor, id: string, update: ScheduledUpdate): Promise<ScheduledReply> {
      const before = await getOwn(actor, id);
      if (before.state !== 'queued') throw tooLate();
      // Both call Reddit, so they must stay outside the transaction.
      const agreeTo = (message: string) => agree(actor, { postId: String(before.post_id), message, account: update.account });
      const taken = await takeOver(agreeTo, before, update);
      if (update.message !== undefined && before.post_id !== null && taken.sent_by === undefined)
        await refuseStopped(actingIn(before.user_id, before.sent_by), {
          postId: String(before.post_id),
          text: update.message,
          account: before.account,
          own: before.id,
        });
      const approval = await approvalFor(actor, before, update);
      await transact(db, async (trx) => {
        const row = await findScheduled(trx, before.user_id, Number(id));
        if (!row) throw missing();
        if (row.state !== 'queued') throw tooLate();
        await writeUpdate(trx, row, { ...changesOf(row, update, { now: now(), approval }), ...taken });
      });
      // Whose words are posted now, from whichever account.
      if (update.message !== undefined || taken.sent_by !== undefined)
        await deps.writeAudit(actor, { action: 'answer-agreed', target: `outbox:${id}`, details: { planned: true } });
      if (approval === 'approval' || taken.held === 'approval') await deps.askApproval(Number(id));
      return answer(actor, Number(id));
    },
    /** Throws `conflict` if it is being sent. */
    async remove(actor: Actor, id: string): Promise<null> {
      const row = await getOwn(actor, id);
      if (!(await transact(db, (trx) => removeUnsent(trx, row)))) throw tooLate();
      bus.announce(String(row.user_id), facts);
      return null;
    },
    /** Those that the actor may change. */
    async pauseAll(actor: Actor, paused: boolean): Promise<{ changed: number }> {
      const userId = workspaceOf(actor);
      const sender = can(memberOf(actor), 'manage') ? null : userIdOf(actor);
      const changed = await transact(db, (trx) => holdAll(trx, userId, { paused, sender }));
      bus.announce(String(userId), facts);
      if (!paused) sendSoon();
      return { changed };
    },
  };
}

function endsOf({ from, to }: ScheduleRange, now: number): { from: number; to: number } {
  const begin = from === undefined ? (to === undefined ? now : Date.parse(to) - weekMs) : Date.parse(from);
  return { from: begin, to: to === undefined ? begin + weekMs : Date.parse(to) };
}

/** The campaign's first run in a range that begins at `from`, as its schedule repeats. */
function firstRunFrom(from: number, { schedule, next_run_at }: { schedule: CampaignsRow['schedule']; next_run_at: number }): number {
  const periods = Math.max(0, Math.ceil((from - next_run_at) / schedulePeriods[schedule]));
  return next_run_at + periods * schedulePeriods[schedule];
}

/** Scheduled replies: outbox rows with a time chosen by the user. */
export function createSchedule(deps: ScheduleDeps) {
  const { db, now } = deps;
  const agree = createAgreement(deps);
  const reader = createReader(deps);
  const { update, remove, pauseAll } = createChanging(deps, reader, agree);
  return {
    update,
    remove,
    pauseAll,
    async list(actor: Actor, asked: ScheduleRange): Promise<Schedule> {
      const range = { userId: workspaceOf(actor), ...endsOf(asked, now()) };
      const [replies, listening, waiting] = [
        await listScheduled(db, range),
        await listNextRuns(db, range),
        await countWaiting(db, range.userId),
      ];
      return {
        replies: replies.map((row) => present(row, actor)),
        listening: listening
          .map(({ id, name, ...run }) => ({ campaignId: String(id), name, at: isoTime(firstRunFrom(range.from, run)) }))
          .filter(({ at }) => Date.parse(at) < range.to)
          .toSorted((one, other) => one.at.localeCompare(other.at)),
        waiting: { ...waiting, nextAt: isoTime(waiting.nextAt) },
      };
    },
    /** Throws `conflict` for a text that must not be sent, `invalid` for an invalid time, `too_many`. */
    async create(actor: Actor, { postId, message, dueAt, followUpAt = null, account }: NewScheduled): Promise<ScheduledReply> {
      const due = readTime(dueAt, now());
      const agreed = await agree(actor, { postId, message, account });
      const { id } = await enqueue(db, {
        ...agreed,
        due_at: due,
        scheduled_at: due,
        follow_up_at: followUpAt === null ? null : Date.parse(followUpAt),
      });
      await deps.writeAudit(actor, { action: 'answer-agreed', target: `outbox:${id}`, details: { planned: true } });
      if (agreed.held === 'approval') await deps.askApproval(id);
      return reader.answer(actor, id);
    },
  };
}

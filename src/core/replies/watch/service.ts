import type { FollowUp, NewFollowUp } from '#shared/follow-ups.ts';
import type { Lead, LeadUpdate } from '#shared/leads.ts';
import type { Reply } from '#shared/outbox.ts';
import { findRole, listMembersOf } from '#core/accounts/workspaces/queries.ts';
import { can } from '#core/platform/policy.ts';
import { type Actor, actingIn } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { transact, type Db } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { FindConnected } from '../outbox/enqueue.ts';
import { senderOf } from '../outbox/queries.ts';
import { type DueRow, type ShownRow, type Trouble, adopt, forgetUnconfirmed, listDue, listPoints, listShown } from './queries.ts';
import {
  isAnswered,
  isTakenDown,
  type Seen,
  recordSeen,
  recordTrouble,
  firstLookMs,
  maxUnconfirmedMs,
  watchedMs,
  answersTo,
  standingOf,
  type Views,
  type Look,
  type LookResult,
} from './recording.ts';

interface ConsequenceDeps {
  bus: Bus;
  now: Now;
  leads: { get: (actor: Actor, id: string) => Promise<Lead>; update: (actor: Actor, id: string, update: LeadUpdate) => Promise<Lead> };
  followUps: {
    list: (actor: Actor, query: { leadId: string; limit: number }) => Promise<{ items: FollowUp[] }>;
    create: (actor: Actor, leadId: string, followUp: NewFollowUp) => Promise<FollowUp>;
    closeAnswered: (actor: Actor, leadId: string) => Promise<number>;
  };
}

const closedStages = new Set(['won', 'lost']);
const removedNote = 'Your reply was removed. Reply again or move on?';
const hiddenNote = "Others can't see your reply. Reply again or move on?";

const whereOf = ({ lead_id, post_id }: DueRow): string => {
  if (lead_id !== null) return `/dashboard/leads/${lead_id}`;
  return post_id === null ? '/dashboard/schedule' : `/dashboard/posts?post=${post_id}&status=all`;
};
const idsOf = ({ lead_id, post_id, campaign_id }: DueRow) => ({
  ...(lead_id !== null && { leadId: String(lead_id) }),
  ...(post_id !== null && { postId: String(post_id) }),
  ...(campaign_id !== null && { campaignId: String(campaign_id) }),
});

/**
 * Reacts to changes of a reply: updates the lead and its follow-ups, and notifies. Runs before the change is recorded and
 * is idempotent, so that nothing is lost if the process is killed in between.
 */
function createConsequences({ bus, now, leads, followUps }: ConsequenceDeps) {
  const notify = (row: DueRow, kind: 'reply-answered' | 'reply-removed', texts: { key: string; title: string; text: string }): void =>
    bus.emit('notice', { userId: String(row.user_id), kind, path: whereOf(row), ...idsOf(row), ...texts });

  async function answered(row: DueRow, owner: Actor): Promise<void> {
    const leadId = row.lead_id === null ? null : String(row.lead_id);
    const lead = leadId === null ? null : await leads.get(owner, leadId);
    if (leadId !== null) await followUps.closeAnswered(owner, leadId);
    if (lead?.stage === 'contacted') await leads.update(owner, lead.id, { stage: 'replied' });
    const who = row.person === null ? 'The person' : `u/${row.person}`;
    notify(row, 'reply-answered', {
      key: `person:${row.outbox_id}`,
      title: `${who} replied to you in r/${row.subreddit}`,
      text: "Read it on Reddit while they're there.",
    });
  }

  async function takenDown(row: DueRow, { owner, state }: { owner: Actor; state: Seen['state'] }): Promise<void> {
    const isRemoved = state === 'removed';
    const leadId = row.lead_id === null ? null : String(row.lead_id);
    if (leadId !== null) {
      const { stage } = await leads.get(owner, leadId);
      const { items } = await followUps.list(owner, { leadId, limit: 100 });
      const isAwaited = items.some(({ doneAt }) => doneAt === null);
      const dueAt = isoTime(now());
      if (!isAwaited && !closedStages.has(stage))
        await followUps.create(owner, leadId, { dueAt, note: isRemoved ? removedNote : hiddenNote });
    }
    // Usually, all replies of an account are hidden at once, so notify only once a day; the app shows it for each reply.
    const day = new Date(now()).toISOString().slice(0, 10);
    notify(row, 'reply-removed', {
      key: isRemoved ? `${row.outbox_id}` : `hidden:${row.account}:${day}`,
      title: isRemoved ? `Your reply in r/${row.subreddit} was removed` : `Others can't see your reply in r/${row.subreddit}`,
      text: isRemoved ? 'Only you can still see it.' : "Reddit doesn't say why. Open Reddit Health to check your account.",
    });
  }

  return async function follow(row: DueRow, seen: Seen): Promise<void> {
    const owner: Actor = { ...actingIn(row.user_id, null), unattended: true };
    if (isAnswered(row, seen)) await answered(row, owner);
    else if (row.answered_at === null && (row.answers ?? 0) === 0 && (seen.answers?.count ?? 0) > 0)
      notify(row, 'reply-answered', {
        key: `others:${row.outbox_id}`,
        title: `Someone replied to you in r/${row.subreddit}`,
        text: "It wasn't the person you replied to.",
      });
    if (isTakenDown(row.standing, seen.state)) await takenDown(row, { owner, state: seen.state });
  };
}

function troubleOf({ last_standing, last_at }: ShownRow): Reply['trouble'] {
  const isTrouble = last_standing === 'unreadable' || last_standing === 'unconnected';
  return isTrouble && last_at !== null ? { why: last_standing, since: isoTime(last_at) } : null;
}

interface Point {
  at: number;
  points: number;
}
const historyOf = (points: readonly Point[]): Reply['history'] =>
  points.filter((point, index) => point.points !== points[index - 1]?.points).map(({ at, points: score }) => ({ at: isoTime(at), score }));

/** `points`: results of all checks, oldest first. */
const presentReply = (row: ShownRow, points: readonly Point[]): Reply => ({
  state: row.standing,
  score: row.points,
  history: historyOf(points),
  answers: row.answers,
  answeredBy: JSON.parse(row.answerers) as string[],
  answeredAt: isoTime(row.answered_at),
  locked: row.locked === 1,
  checkedAt: isoTime(row.read_at),
  nextAt: isoTime(row.next_at),
  trouble: troubleOf(row),
  senderLeft: row.sender_left === 1,
});

interface Deps extends ConsequenceDeps {
  db: Db;
  look: Look;
  findConnected: FindConnected;
}

export interface LookSummary {
  looked: number;
  answered: number;
  takenDown: number;
  failed: number;
  /** Checks that found something new. */
  changed: number;
}

const batch = 500;
const together = 100;

const itemOf = ({ own, outside }: Views): FetchedItem | null => [own, outside].find((view) => view !== null && view !== 'missing') ?? null;

function* inHundreds(rows: readonly DueRow[]): Generator<DueRow[]> {
  for (let start = 0; start < rows.length; start += together) yield rows.slice(start, start + together);
}

/** Reads one reply; null if its state is unknown. Throws `RedditFailure` unless only the thread is the cause. */
async function readOne(row: DueRow, looking: LookResult, now: number): Promise<Seen | null> {
  const views = looking.views.get(row.thing_fullname) ?? { own: null, outside: null };
  const state = standingOf(views, { before: row.standing, ageMs: now - row.sent_at });
  if (state === null) return null;
  const item = state === 'deleted' ? null : itemOf(views);
  const things = item && (await belowOrNull(looking, item));
  const isLocked = (things ?? []).some(({ kind, fullname, locked }) => locked && (kind === 'post' || fullname === row.thing_fullname));
  return {
    state,
    points: item && item.score,
    locked: things === null ? row.locked === 1 : isLocked,
    answers: things && answersTo(things, { fullname: row.thing_fullname, account: row.account, person: row.person }),
  };
}

async function belowOrNull(looking: LookResult, item: FetchedItem) {
  try {
    return await looking.below(item);
  } catch (error) {
    if (error instanceof RedditFailure && error.ofStream) return null;
    throw error;
  }
}

/** What another account sees is not its author's view, and a thread that is closed to it tells nothing. */
const asOutsider = ({ views, below }: LookResult): LookResult => ({
  views: new Map([...views].map(([name, { own, outside }]) => [name, { own: null, outside: outside ?? (own === 'missing' ? null : own) }])),
  below,
});

/** Whose account reads a reply: its sender's, or after they left the workspace, that of somebody who works in it. */
function createReaders({ db, findConnected }: Pick<Deps, 'db' | 'findConnected'>) {
  return async function findReader({ workspace, sender, name }: { workspace: number; sender: number; name: string }) {
    const isSender = (await findRole(db, { workspace_id: workspace, user_id: sender })) !== undefined;
    if (isSender) return { account: await findConnected(sender, name), isSender };
    const members = (await listMembersOf(db, workspace)).filter(({ role }) => can(role, 'work'));
    for (const userId of [workspace, ...members.map(({ user_id }) => user_id)]) {
      const account = await findConnected(userId, null);
      if (account) return { account, isSender };
    }
    return { account: null, isSender };
  };
}

interface Reading {
  signal: AbortSignal;
  done: LookSummary;
  isSender: boolean;
}

function createLooking(deps: Deps) {
  const { db, bus, now, look } = deps;
  const findReader = createReaders(deps);
  const follow = createConsequences(deps);

  async function fail(row: DueRow, trouble: { why: Trouble | null; retryAt: number | null }, done: LookSummary): Promise<void> {
    if ((await recordTrouble(db, row, { ...trouble, now: now() })).changed) done.changed += 1;
  }

  async function settle(row: DueRow, looking: LookResult, done: LookSummary): Promise<void> {
    const at = now();
    const seen = await readOne(row, looking, at);
    if (seen === null) {
      done.failed += 1;
      return fail(row, { why: 'unreadable', retryAt: null }, done);
    }
    await follow(row, seen);
    const recorded = await recordSeen(db, row, { seen, now: at });
    if (recorded === null) return;
    done.looked += 1;
    if (recorded.changed) done.changed += 1;
    if (isAnswered(row, seen)) done.answered += 1;
    if (isTakenDown(row.standing, seen.state)) done.takenDown += 1;
  }

  /** Checks up to 100 replies of one account. Failed ones are retried later. */
  async function lookAt(account: ConnectedAccount, rows: readonly DueRow[], { signal, done, isSender }: Reading) {
    const left = [...rows];
    try {
      const things = rows.map(({ thing_fullname, subreddit }) => ({ fullname: thing_fullname, subreddit }));
      const found = await look(account.api, things, signal);
      const looking = isSender ? found : asOutsider(found);
      for (let row = left[0]; row && !signal.aborted; row = left[0]) {
        await settle(row, looking, done);
        left.shift();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RedditFailure)) throw error;
      done.failed += left.length;
      // A used-up request budget isn't reported as a failure.
      const why = error.kind === 'limited' ? null : 'unreadable';
      for (const row of left) await fail(row, { why, retryAt: error.retryAt }, done);
    }
  }

  async function lookAtAll(account: ConnectedAccount, rows: readonly DueRow[], reading: Reading) {
    for (const some of inHundreds(rows)) if (!reading.signal.aborted) await lookAt(account, some, reading);
  }

  /** Checks the due replies of one person. */
  return async function lookFor(userId: number, rows: readonly DueRow[], { signal, done }: { signal: AbortSignal; done: LookSummary }) {
    const { changed } = done;
    for (const mine of Map.groupBy(rows, ({ account, user_id }) => `${user_id} ${account}`).values()) {
      const [{ user_id: workspace, account: name }] = mine as [DueRow, ...DueRow[]];
      const { account, isSender } = await findReader({ workspace, sender: userId, name });
      for (const row of account ? [] : mine) await fail(row, { why: 'unconnected', retryAt: null }, done);
      if (account) await lookAtAll(account, mine, { signal, done, isSender });
    }
    if (done.changed > changed)
      for (const workspace of new Set(rows.map(({ user_id }) => user_id))) bus.announce(String(workspace), ['replies-changed']);
  };
}

/** Tracks posted replies: score, answers, removal. */
export function createReplyWatch(deps: Deps) {
  const { db, now } = deps;
  const lookFor = createLooking(deps);
  return {
    /** For the job. A failing account doesn't delay others. */
    async lookDue(signal: AbortSignal): Promise<LookSummary> {
      const done: LookSummary = { looked: 0, answered: 0, takenDown: 0, failed: 0, changed: 0 };
      await transact(db, (trx) => forgetUnconfirmed(trx, now() - maxUnconfirmedMs));
      await transact(db, (trx) => adopt(trx, { since: now() - watchedMs, firstMs: firstLookMs }));
      const due = await listDue(db, now(), batch);
      for (const [userId, rows] of Map.groupBy(due, senderOf)) {
        if (signal.aborted) break;
        await lookFor(userId, rows, { signal, done });
      }
      return done;
    },
    /** Tracking results by outbox ID. The caller must have checked that the replies belong to the user. */
    async listReplies(outboxIds: readonly number[]): Promise<Map<number, Reply>> {
      const rows = await listShown(db, outboxIds);
      const points = Map.groupBy(await listPoints(db, outboxIds), ({ outbox_id }) => outbox_id);
      return new Map(rows.map((row) => [row.outbox_id, presentReply(row, points.get(row.outbox_id) ?? [])]));
    },
  };
}
export type ReplyWatch = ReturnType<typeof createReplyWatch>;

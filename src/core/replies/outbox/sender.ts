import { randomUUID } from 'node:crypto';
import { minuteMs, hourMs, dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { listApprovers } from '#core/accounts/workspaces/queries.ts';
import { actingIn } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Trx, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { readListing } from '#core/reddit/client/wire.ts';
import { cleanText } from '#core/text/clean.ts';
import { messageFor, type PostComment, type Recording, type RecordingDeps, createRecording } from './comment-reply.ts';
import { caps, type FindConnected, hashOf, type RefuseStopped } from './enqueue.ts';
import {
  type OutboxRow,
  changeRow,
  findCrowding,
  lastTry,
  giveUpLeases,
  holdIfLeft,
  listDue,
  listUnapproved,
  listWrapUps,
  senderOf,
} from './queries.ts';

/** Reddit's clock and ours may differ. */
const slackMs = 600_000;
/** Reddit lists 1,000 comments at most. */
const maxPages = 10;

const sameText = (a: string, b: string): boolean => cleanText(a).replaceAll(/\s+/g, ' ') === cleanText(b).replaceAll(/\s+/g, ' ');

/** This reply among the account's own comments, or null. Throws `RedditFailure`. */
async function findPosted(
  { api, username }: Pick<ConnectedAccount, 'api' | 'username'>,
  { parent_fullname, text, created_at, tried_at }: OutboxRow,
): Promise<{ fullname: string; permalink: string | null } | null> {
  const since = Math.min(created_at, tried_at ?? created_at) - slackMs;
  let after: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { sort: 'new', limit: 100, ...(after === null ? {} : { after }) };
    const own = readListing(await api.get(`/user/${username}/comments`, query, { priority: 'interactive' }));
    const found = own.items.find((one) => one.parentFullname === parent_fullname && sameText(one.body, text));
    if (found) return found;
    after = own.after;
    if (after === null || (own.items.at(-1)?.createdAt ?? Infinity) < since) return null;
  }
  return null;
}

const pausedMs = 5 * minuteMs;

/**
 * Whether the reply isn't on Reddit yet. Reddit has posted replies that it refused or asked to wait with, so before each further
 * attempt they are looked for; if that fails, the reply waits.
 */
function createLookBefore({ now }: { now: Now }, { sent, settle }: Recording) {
  return async function isMissing(row: OutboxRow, account: ConnectedAccount): Promise<boolean> {
    if (row.tried_at === null) return true;
    try {
      const found = await findPosted(account, row);
      if (found) await sent(row, found);
      return found === null;
    } catch (error) {
      if (!(error instanceof RedditFailure)) throw error;
      const reason = `Earshot couldn't check whether this reply is already on Reddit: ${error.message.replace(/\.$/, '')}.`;
      await settle(row, { kind: 'wait', ms: (error.retryAt ?? now() + pausedMs) - now(), code: 'unchecked', reason });
      return false;
    }
  };
}

/** Pauses before looking again in the account's comments; Reddit's listings can lag. */
const lookAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
interface LookupDeps extends Pick<CoreContext, 'db' | 'now'> {
  findConnected: FindConnected;
}

export const maxLooks = lookAfterMs.length + 1;

/** Looks for a reply with an unclear result among the account's comments. Never sends it again. */
function createUnclearLookup({ db, now, findConnected }: LookupDeps, { record, sent }: Recording) {
  return async function look(row: OutboxRow): Promise<void> {
    const account = await findConnected(senderOf(row), row.account);
    if (!account) return void (await changeRow(db, row, { due_at: now() + pausedMs }));
    try {
      const found = await findPosted(account, row);
      if (found) await sent(row, found);
      else await record(row, { looks: row.looks + 1, due_at: now() + (lookAfterMs[row.looks] ?? 0) });
    } catch (error) {
      if (!(error instanceof RedditFailure)) throw error;
      await record(row, { due_at: error.retryAt ?? now() + pausedMs });
    }
  };
}

const spacingMs = 90_000;

interface Pause {
  until: number;
  /** Why the reply has to wait; shown to the user. */
  reason: string;
}

/** How long this account has to wait before it may send this reply; null if it may send it now. */
async function findPause(trx: Trx, { account, subreddit, scheduled_at }: OutboxRow, now: number): Promise<Pause | null> {
  const free = ((await lastTry(trx, account)) ?? -spacingMs) + spacingMs;
  if (free > now) return { until: free, reason: 'Delayed: replies of an account are at least 90 seconds apart.' };
  // The daily limits of an unscheduled reply were checked when it was stored.
  if (scheduled_at === null) return null;
  const since = now - dayMs;
  const all = await findCrowding(trx, { account, since, max: caps.account });
  if (all !== undefined) return { until: all + dayMs, reason: `Delayed: ${caps.account} replies were sent within 24 hours.` };
  const here = await findCrowding(trx, { account, since, subreddit, max: caps.subreddit });
  return here === undefined
    ? null
    : { until: here + dayMs, reason: `Delayed: ${caps.subreddit} replies were sent to r/${subreddit} within 24 hours.` };
}

interface PunctualityDeps {
  /** Throws `conflict` with the reason for a reply that must not be sent, `not_found` if the post is no longer stored. */
  refuseStopped: RefuseStopped;
}

/** A later reply may no longer fit the conversation, so the user decides. */
const graceMs = 2 * hourMs;
const missedText = "Earshot couldn't send this on time. Send it now, or choose another time.";

/** Whether a scheduled reply may still be sent when its time has come. */
function createPunctuality({ db, now, refuseStopped }: RecordingDeps & PunctualityDeps, { announce, failed }: Recording) {
  return {
    /** Whether the reply is too late; holds it then. */
    async isMissed(row: OutboxRow): Promise<boolean> {
      if (row.scheduled_at === null || now() - row.due_at <= graceMs) return false;
      const error = row.error === null ? missedText : `${missedText} Before that: ${row.error}`;
      if (await changeRow(db, row, { held: 'missed', error })) announce(row);
      return true;
    },
    /** Whether the reply may no longer be sent; cancels it then, with the reason. */
    async isStopped(row: OutboxRow): Promise<boolean> {
      if (row.scheduled_at === null) return false;
      try {
        if (row.post_id === null) throw new AppError('not_found', 'Post not found');
        await refuseStopped(actingIn(row.user_id, row.sent_by), {
          postId: String(row.post_id),
          text: row.text,
          account: row.account,
          own: row.id,
        });
        return false;
      } catch (error) {
        if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error;
        const why = error.code === 'conflict' ? error.message : 'The conversation is no longer available';
        await failed(row, 'stopped', `Canceled before it was sent: ${why}.`);
        return true;
      }
    },
  };
}

export interface SenderDeps extends RecordingDeps, PunctualityDeps {
  /** Null without a client ID. */
  postComment: () => PostComment | null;
  findConnected: FindConnected;
}

/** Longer than an attempt can take, including token and budget, so that a running attempt isn't taken over. */
const leaseMs = 2 * minuteMs;

function createSending(deps: SenderDeps, recording: Recording) {
  const { db, now, postComment, findConnected } = deps;
  const { announce, record, failed, settle } = recording;
  const punctual = createPunctuality(deps, recording);
  const isMissing = createLookBefore(deps, recording);

  /** A scheduled reply keeps its time, so that `isMissed` can tell how late it is. */
  async function wait(row: OutboxRow, error: string): Promise<null> {
    const changes = row.scheduled_at === null ? { due_at: now() + pausedMs, error } : { error };
    if (row.scheduled_at === null || row.error !== error) {
      await changeRow(db, row, changes);
      announce(row);
    }
    return null;
  }

  /** The account that may send this reply now, or null. */
  async function clear(row: OutboxRow): Promise<ConnectedAccount | null> {
    if (await holdIfLeft(db, row)) {
      announce(row);
      return null;
    }
    if (await punctual.isMissed(row)) return null;
    const account = postComment() && (await findConnected(senderOf(row), row.account));
    if (!account) return wait(row, 'Waiting for you to connect your Reddit account again.');
    const agreed = hashOf({ account: account.username, parent: row.parent_fullname, text: row.text }) === row.text_hash;
    if (!agreed) await failed(row, 'not-agreed', "Not sent because its text isn't the one that was agreed to.");
    else if (!account.canPost && row.scheduled_at !== null) await wait(row, 'Waiting for you to allow posting.');
    else if (!account.canPost) await failed(row, 'insufficient_scope', messageFor('insufficient_scope', null));
    const mayGo = agreed && account.canPost && !(await punctual.isStopped(row));
    return mayGo ? account : null;
  }

  /** Claims the row for one attempt, or null: another process has it, its user changed it, or the account has to wait. */
  async function claim(row: OutboxRow): Promise<OutboxRow | null> {
    const taken = { state: 'sending', attempt: randomUUID(), lease_until: now() + leaseMs, tried_at: now(), error: null } as const;
    const claimed = await transact(db, async (trx) => {
      const pause = await findPause(trx, row, now());
      if (pause) {
        await changeRow(trx, row, { due_at: pause.until, ...(row.scheduled_at === null ? {} : { error: pause.reason }) });
        return null;
      }
      return (await changeRow(trx, row, taken)) ? { ...row, ...taken } : null;
    });
    announce(row);
    return claimed;
  }

  return async function send(row: OutboxRow): Promise<void> {
    const account = await clear(row);
    const taken = account && (await isMissing(row, account)) ? await claim(row) : null;
    const post = taken && postComment();
    if (!account || !post) return;
    try {
      await settle(taken, await post({ parent: taken.parent_fullname, text: taken.text }, account.token));
    } catch (error) {
      if (!(error instanceof RedditFailure)) throw error;
      // Nothing was sent in this case.
      const again = taken.scheduled_at === null ? now() + pausedMs : taken.due_at;
      await record(taken, { state: 'queued', due_at: error.retryAt ?? again, error: error.message });
    }
  };
}

const unapprovedText = 'Nobody approved this by its time, so it waits until somebody does.';

async function noteUnapproved({ db, now, bus }: SenderDeps, { announce }: Recording): Promise<void> {
  for (const row of await listUnapproved(db, now())) {
    if (!(await changeRow(db, row, { error: unapprovedText }))) continue;
    announce(row);
    for (const personId of new Set([senderOf(row), ...(await listApprovers(db, { workspace_id: row.user_id, user_id: senderOf(row) }))]))
      bus.emit('notice', {
        userId: String(row.user_id),
        personId: String(personId),
        kind: 'approval',
        key: `late:${row.id}:${row.scheduled_at}`,
        title: `A reply in r/${row.subreddit} missed its time`,
        text: unapprovedText,
        path: '/dashboard/schedule',
      });
  }
}

/** Sends due replies one at a time. Replies with an unclear result are looked up, never repeated; refused ones are looked up first. */
export function createSender(deps: SenderDeps) {
  const { db, now } = deps;
  const recording = createRecording(deps);
  const send = createSending(deps, recording);
  const look = createUnclearLookup(deps, recording);

  async function sendDue(signal: AbortSignal): Promise<{ tried: number; looked: number }> {
    await giveUpLeases(db, now(), 'Earshot stopped while sending. The reply may be on Reddit.');
    const works: Promise<void>[] = [];
    /** A failure ends the round only once the others had their turn. */
    const each = async (rows: readonly OutboxRow[], work: (row: OutboxRow) => Promise<void>): Promise<void> => {
      for (const row of rows) {
        if (signal.aborted) return;
        const working = work(row);
        works.push(working);
        await working.catch(() => {});
      }
    };
    await each(await listWrapUps(db, now()), recording.wrapUpAgain);
    const unclear = await listDue(db, 'unknown', { now: now(), maxLooks });
    await each(unclear, look);
    await noteUnapproved(deps, recording);
    const queued = await listDue(db, 'queued', { now: now(), maxLooks });
    await each(queued, send);
    await Promise.all(works);
    return { tried: queued.length, looked: unclear.length };
  }

  let turn: Promise<unknown> = Promise.resolve();
  return {
    record: recording.record,
    /** One run at a time in this process; leases keep other processes apart. */
    sendDue(signal: AbortSignal): Promise<{ tried: number; looked: number }> {
      const run = turn.then(() => sendDue(signal));
      turn = run.catch(() => {});
      return run;
    },
  };
}

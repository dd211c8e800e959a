import { randomUUID } from 'node:crypto';
import { minuteMs } from '#shared/time.ts';
import { transact } from '#core/platform/db/connect.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { hashOf } from './text-hash.ts';
import type { PostComment } from './comment-call.ts';
import { createUnclearLookup, maxLooks } from './unclear-lookup.ts';
import { findPause } from './pace.ts';
import { createPunctuality, type PunctualityDeps } from './punctuality.ts';
import { changeRow, giveUpLeases, listDue, type OutboxRow } from './queries.ts';
import { createRecording, type Recording, type RecordingDeps } from './recording.ts';
import { messageFor } from './refusals.ts';

export interface SenderDeps extends RecordingDeps, PunctualityDeps {
  /** Null without a client ID. */
  postComment: () => PostComment | null;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
}

/** Longer than an attempt can take, including token and budget, so that a running attempt isn't taken over. */
const leaseMs = 2 * minuteMs;
const pausedMs = 5 * minuteMs;

function createSending(deps: SenderDeps, recording: Recording) {
  const { db, now, postComment, findConnected } = deps;
  const { announce, record, failed, settle } = recording;
  const punctual = createPunctuality(deps, recording);

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
    if (await punctual.isMissed(row)) return null;
    const account = postComment() && (await findConnected(row.user_id));
    if (!account) return wait(row, 'Waiting for you to connect your Reddit account again.');
    const agreed = hashOf({ account: account.username, parent: row.parent_fullname, text: row.text }) === row.text_hash;
    if (!agreed) await failed(row, 'not-agreed', 'Not sent because another Reddit account is connected now.');
    else if (!account.canPost && row.scheduled_at !== null) await wait(row, 'Waiting for you to allow posting.');
    else if (!account.canPost) await failed(row, 'insufficient_scope', messageFor('insufficient_scope', null));
    const mayGo = agreed && account.canPost && !(await punctual.isStopped(row));
    return mayGo ? account : null;
  }

  /** Claims the row for one attempt, or null: another process has it, its user changed it, or the account has to wait. */
  function claim(row: OutboxRow): Promise<OutboxRow | null> {
    const taken = { state: 'sending', attempt: randomUUID(), lease_until: now() + leaseMs, tried_at: now(), error: null } as const;
    return transact(db, async (trx) => {
      const pause = await findPause(trx, row, now());
      if (pause) {
        await changeRow(trx, row, { due_at: pause.until, ...(row.scheduled_at === null ? {} : { error: pause.reason }) });
        return null;
      }
      return (await changeRow(trx, row, taken)) ? { ...row, ...taken } : null;
    });
  }

  return async function send(row: OutboxRow): Promise<void> {
    const account = await clear(row);
    const taken = account && (await claim(row));
    const post = taken && postComment();
    if (!account || !post) return;
    announce(taken);
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

/** Sends due replies one at a time and at most once each. Replies with an unclear result are looked up, never repeated. */
export function createSender(deps: SenderDeps) {
  const { db, now } = deps;
  const recording = createRecording(deps);
  const send = createSending(deps, recording);
  const look = createUnclearLookup(deps, recording);

  async function sendDue(signal: AbortSignal): Promise<{ tried: number; looked: number }> {
    await giveUpLeases(db, now(), 'Earshot stopped while sending. The reply may be on Reddit.');
    const unclear = await listDue(db, 'unknown', { now: now(), maxLooks });
    for (const row of unclear) {
      if (signal.aborted) break;
      await look(row);
    }
    const queued = await listDue(db, 'queued', { now: now(), maxLooks });
    for (const row of queued) {
      if (signal.aborted) break;
      await send(row);
    }
    return { tried: queued.length, looked: unclear.length };
  }

  let turn: Promise<unknown> = Promise.resolve();
  return {
    /** One run at a time in this process; leases keep other processes apart. */
    sendDue(signal: AbortSignal): Promise<{ tried: number; looked: number }> {
      const run = turn.then(() => sendDue(signal));
      turn = run.catch(() => {});
      return run;
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus.ts';
import type { Now } from '../clock.ts';
import { type Db, transact } from '../db/connect.ts';
import { RedditFailure } from '../reddit/failure.ts';
import { cleanText } from '../reddit/text.ts';
import { readListing } from '../reddit/wire.ts';
import type { ConnectedAccount } from '../reddit-account/service.ts';
import { hashOf } from './agreed.ts';
import type { PostComment } from './comment-call.ts';
import type { Verdict } from './comment-reply.ts';
import { changeRow, giveUpLeases, lastTry, listDue, type OutboxRow } from './queries.ts';
import { wordsFor } from './refusals.ts';

export interface SenderDeps {
  db: Db;
  bus: Bus;
  now: Now;
  /** Null without a client id. */
  postComment: PostComment | null;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
  /** Told after it is recorded that the answer stands on Reddit. */
  onSent: (row: OutboxRow) => Promise<void>;
}

/** Longer than a call may take, token and turn included: nobody takes over from a try that still runs. */
const leaseMs = 120_000;
const spacingMs = 90_000;
const pausedMs = 300_000;
const longestWaitMs = 86_400_000;
/** When to look for an unclear one in the account's own comments; Reddit's lists can lag. */
const lookAfterMs = [60_000, 300_000, 900_000, 3_600_000];
export const mostLooks = lookAfterMs.length + 1;
/** Reddit's clock and ours may differ. */
const slackMs = 600_000;

const sameWords = (a: string, b: string): boolean => cleanText(a).replaceAll(/\s+/g, ' ') === cleanText(b).replaceAll(/\s+/g, ' ');

/** Sends what is due, one at a time and each at most once; what is unclear is looked for and never repeated. */
export function createSender({ db, bus, now, postComment, findConnected, onSent }: SenderDeps) {
  const tell = ({ user_id }: OutboxRow) => bus.stale(String(user_id), ['/outbox', '/posts', '/leads']);

  async function record(row: OutboxRow, changes: Parameters<typeof changeRow>[2]): Promise<void> {
    const settled = { attempt: null, lease_until: null, ...changes };
    if (!(await changeRow(db, row, settled))) return;
    tell(row);
    if (changes.state === 'sent') await onSent({ ...row, ...settled });
  }

  const sent = (row: OutboxRow, { fullname, permalink }: { fullname: string; permalink: string | null }) =>
    record(row, { state: 'sent', thing_fullname: fullname, permalink, sent_at: now(), error_code: null, error: null });
  const failed = (row: OutboxRow, code: string, error: string) => record(row, { state: 'failed', error_code: code, error });

  async function settle(row: OutboxRow, verdict: Verdict): Promise<void> {
    if (verdict.kind === 'sent') return sent(row, verdict);
    if (verdict.kind === 'refused') return failed(row, verdict.code, verdict.words);
    if (verdict.kind === 'unclear')
      return record(row, {
        state: 'unknown',
        due_at: now(),
        looks: 0,
        error_code: null,
        error: `${verdict.words} It may stand on Reddit.`,
      });
    if (now() + verdict.ms > row.created_at + longestWaitMs) return failed(row, verdict.code, `${verdict.words} A day is long enough.`);
    return record(row, { state: 'queued', due_at: now() + verdict.ms, error_code: verdict.code, error: verdict.words });
  }

  /** What keeps this answer from being sent now, or the account that may send it. */
  async function clear(row: OutboxRow): Promise<ConnectedAccount | null> {
    const account = postComment && (await findConnected(row.user_id));
    if (!account) {
      await changeRow(db, row, { due_at: now() + pausedMs, error: 'Waits until the Reddit account is connected again.' });
      return null;
    }
    const agreed = hashOf({ account: account.username, parent: row.parent_fullname, text: row.text }) === row.text_hash;
    if (!agreed) await failed(row, 'not-agreed', 'Another Reddit account is connected now, so this one was not sent.');
    else if (!account.canPost) await failed(row, 'insufficient_scope', wordsFor('insufficient_scope', null));
    return agreed && account.canPost ? account : null;
  }

  /** Takes the row for one try, or null: somebody else has it, or the account spoke a moment ago. */
  function claim(row: OutboxRow): Promise<OutboxRow | null> {
    const taken = { state: 'sending', attempt: randomUUID(), lease_until: now() + leaseMs, tried_at: now(), error: null } as const;
    return transact(db, async (trx) => {
      const free = ((await lastTry(trx, row.account)) ?? -spacingMs) + spacingMs;
      if (free > now()) {
        await changeRow(trx, row, { due_at: free });
        return null;
      }
      return (await changeRow(trx, row, taken)) ? { ...row, ...taken } : null;
    });
  }

  async function send(row: OutboxRow): Promise<void> {
    const account = await clear(row);
    const taken = account && (await claim(row));
    if (!account || !taken || !postComment) return;
    tell(taken);
    try {
      await settle(taken, await postComment({ parent: taken.parent_fullname, text: taken.text }, account.token));
    } catch (error) {
      if (!(error instanceof RedditFailure)) throw error;
      // Thrown before anything went out.
      await record(taken, { state: 'queued', due_at: error.retryAt ?? now() + pausedMs, error: error.message });
    }
  }

  async function look(row: OutboxRow): Promise<void> {
    const account = await findConnected(row.user_id);
    const isSame = account?.username.toLowerCase() === row.account;
    if (!account || !isSame) return void (await changeRow(db, row, { due_at: now() + pausedMs }));
    try {
      const own = await account.api.get(`/user/${account.username}/comments`, { sort: 'new', limit: 100 }, { priority: 'interactive' });
      const found = readListing(own).items.find(
        ({ kind, parentFullname, body, createdAt }) =>
          kind === 'comment' &&
          parentFullname === row.parent_fullname &&
          sameWords(body, row.text) &&
          createdAt >= (row.tried_at ?? row.created_at) - slackMs,
      );
      if (found) await sent(row, found);
      else await record(row, { looks: row.looks + 1, due_at: now() + (lookAfterMs[row.looks] ?? 0) });
    } catch (error) {
      if (!(error instanceof RedditFailure)) throw error;
      await record(row, { due_at: error.retryAt ?? now() + pausedMs });
    }
  }

  async function sendDue(signal: AbortSignal): Promise<{ tried: number; looked: number }> {
    await giveUpLeases(db, now(), 'Earshot stopped while it was sending. It may stand on Reddit.');
    const unclear = await listDue(db, 'unknown', { now: now(), mostLooks });
    for (const row of unclear) {
      if (signal.aborted) break;
      await look(row);
    }
    const queued = await listDue(db, 'queued', { now: now(), mostLooks });
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

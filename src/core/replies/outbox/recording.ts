import { dayMs, minuteMs } from '#shared/time.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Log } from '#core/platform/log.ts';
import type { CommentResult } from './comment-reply.ts';
import { changeRow, claimWrapUp, endWrapUp, type OutboxRow } from './queries.ts';
import { messageFor } from './comment-reply.ts';

export interface RecordingDeps {
  db: Db;
  bus: Bus;
  log: Log;
  now: Now;
  /** Called once the reply is recorded as posted, and again if that fails. */
  onSent: (row: OutboxRow) => Promise<void>;
}

const longestWaitMs = dayMs;
const wrapUpAgainMs = 5 * minuteMs;

/** Records the result of a reply, unless another process already has. */
export function createRecording({ db, bus, log, now, onSent }: RecordingDeps) {
  const announce = ({ user_id }: OutboxRow) => bus.announce(String(user_id), ['replies-changed']);

  async function wrapUp(row: OutboxRow): Promise<void> {
    try {
      await onSent(row);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (!isGone) return log.error({ err: error, reply: row.id }, 'the lead of a posted reply was not updated; trying again');
    }
    await endWrapUp(db, row);
  }

  /** For a posted reply whose lead wasn't updated, because that failed or Earshot stopped. */
  async function wrapUpAgain(row: OutboxRow): Promise<void> {
    if (await claimWrapUp(db, row, now() + wrapUpAgainMs)) await wrapUp(row);
  }

  /** Returns whether this was the first to record it. */
  async function record(row: OutboxRow, changes: Parameters<typeof changeRow>[2]): Promise<boolean> {
    const isSent = changes.state === 'sent';
    const settled = { attempt: null, lease_until: null, wrap_up_at: isSent ? now() + wrapUpAgainMs : null, ...changes };
    if (!(await changeRow(db, row, settled))) return false;
    announce(row);
    if (isSent) await wrapUp({ ...row, ...settled });
    return true;
  }

  const sent = (row: OutboxRow, { fullname, permalink }: { fullname: string; permalink: string | null }) =>
    record(row, { state: 'sent', thing_fullname: fullname, permalink, sent_at: now(), error_code: null, error: null });
  async function failed(row: OutboxRow, code: string, error: string): Promise<boolean> {
    const isNew = await record(row, { state: 'failed', error_code: code, error });
    if (isNew) bus.push({ userId: String(row.user_id) }, 'answer-failed', { subreddit: row.subreddit, reason: error });
    return isNew;
  }

  async function settle(row: OutboxRow, result: CommentResult): Promise<boolean> {
    if (result.kind === 'sent') return sent(row, result);
    if (result.kind === 'refused') return failed(row, result.code, result.reason);
    if (result.kind === 'unclear')
      return record(row, {
        state: 'unknown',
        due_at: now(),
        looks: 0,
        error_code: null,
        error: `${result.reason} It may be on Reddit.`,
      });
    // With a new token, too.
    if (result.code === 'unauthorized' && row.error_code === result.code) return failed(row, result.code, messageFor(result.code, null));
    if (now() + result.ms > Math.max(row.created_at, row.scheduled_at ?? 0) + longestWaitMs)
      return failed(row, result.code, `${result.reason} Earshot gave up after a day.`);
    return record(row, { state: 'queued', due_at: now() + result.ms, error_code: result.code, error: result.reason });
  }

  return { announce, record, sent, failed, settle, wrapUpAgain };
}
export type Recording = ReturnType<typeof createRecording>;

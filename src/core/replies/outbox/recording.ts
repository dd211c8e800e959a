import { dayMs } from '#shared/time.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { CommentResult } from './comment-reply.ts';
import { changeRow, type OutboxRow } from './queries.ts';
import { messageFor } from './comment-reply.ts';

export interface RecordingDeps {
  db: Db;
  bus: Bus;
  now: Now;
  /** Called once the reply is recorded as posted. */
  onSent: (row: OutboxRow) => Promise<void>;
}

const longestWaitMs = dayMs;

/** Records the result of a reply, unless another process already has. */
export function createRecording({ db, bus, now, onSent }: RecordingDeps) {
  const announce = ({ user_id }: OutboxRow) => bus.announce(String(user_id), ['replies-changed']);

  async function record(row: OutboxRow, changes: Parameters<typeof changeRow>[2]): Promise<void> {
    const settled = { attempt: null, lease_until: null, ...changes };
    if (!(await changeRow(db, row, settled))) return;
    announce(row);
    if (changes.state === 'sent') await onSent({ ...row, ...settled });
  }

  const sent = (row: OutboxRow, { fullname, permalink }: { fullname: string; permalink: string | null }) =>
    record(row, { state: 'sent', thing_fullname: fullname, permalink, sent_at: now(), error_code: null, error: null });
  const failed = (row: OutboxRow, code: string, error: string) => record(row, { state: 'failed', error_code: code, error });

  async function settle(row: OutboxRow, result: CommentResult): Promise<void> {
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

  return { announce, record, sent, failed, settle };
}
export type Recording = ReturnType<typeof createRecording>;

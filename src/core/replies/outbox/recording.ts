import { dayMs } from '#shared/time.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { FilterResult } from './comment-reply.ts';
import { changeRow, type OutboxRow } from './queries.ts';

export interface RecordingDeps {
  db: Db;
  bus: Bus;
  now: Now;
  /** Told after it is recorded that the answer stands on Reddit. */
  onSent: (row: OutboxRow) => Promise<void>;
}

const longestWaitMs = dayMs;

/** Writes down what became of an answer, unless somebody else did meanwhile. */
export function createRecording({ db, bus, now, onSent }: RecordingDeps) {
  const tell = ({ user_id }: OutboxRow) => bus.announce(String(user_id), ['replies-changed']);

  async function record(row: OutboxRow, changes: Parameters<typeof changeRow>[2]): Promise<void> {
    const settled = { attempt: null, lease_until: null, ...changes };
    if (!(await changeRow(db, row, settled))) return;
    tell(row);
    if (changes.state === 'sent') await onSent({ ...row, ...settled });
  }

  const sent = (row: OutboxRow, { fullname, permalink }: { fullname: string; permalink: string | null }) =>
    record(row, { state: 'sent', thing_fullname: fullname, permalink, sent_at: now(), error_code: null, error: null });
  const failed = (row: OutboxRow, code: string, error: string) => record(row, { state: 'failed', error_code: code, error });

  async function settle(row: OutboxRow, verdict: FilterResult): Promise<void> {
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
    if (now() + verdict.ms > Math.max(row.created_at, row.scheduled_at ?? 0) + longestWaitMs)
      return failed(row, verdict.code, `${verdict.words} A day is long enough.`);
    return record(row, { state: 'queued', due_at: now() + verdict.ms, error_code: verdict.code, error: verdict.words });
  }

  return { tell, record, sent, failed, settle };
}
export type Recording = ReturnType<typeof createRecording>;

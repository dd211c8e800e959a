import { hourMs } from '#shared/time.ts';
import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { changeRow, type OutboxRow } from './queries.ts';
import type { Recording, RecordingDeps } from './recording.ts';

export interface PunctualityDeps {
  /** Throws `conflict` in words for an answer that must not be sent, `not_found` where the conversation is no longer kept. */
  refuseStopped: (actor: Actor, postId: string, text: string) => Promise<void>;
}

/** Later than this, an answer may no longer fit what was said meanwhile: its user decides. */
const graceMs = 2 * hourMs;
const missedText = 'Its time passed while Earshot could not send it. Send it now, or choose another time.';

/** Whether an answer for later may still go out when its time has come. Those that go out at once always may. */
export function createPunctuality({ db, now, refuseStopped }: RecordingDeps & PunctualityDeps, { tell, failed }: Recording) {
  return {
    /** Holds back what is too late. */
    async isMissed(row: OutboxRow): Promise<boolean> {
      if (row.scheduled_at === null || now() - row.due_at <= graceMs) return false;
      const error = row.error === null ? missedText : `${missedText} Before that: ${row.error}`;
      if (await changeRow(db, row, { held: 'missed', error })) tell(row);
      return true;
    },
    /** Cancels, in words, what can no longer be answered. */
    async isStopped(row: OutboxRow): Promise<boolean> {
      if (row.scheduled_at === null) return false;
      const owner = { kind: 'user', userId: String(row.user_id), role: 'user' } as const;
      try {
        if (row.post_id === null) throw new AppError('not_found', 'Post not found');
        await refuseStopped(owner, String(row.post_id), row.text);
        return false;
      } catch (error) {
        if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error;
        const why = error.code === 'conflict' ? error.message : 'Its conversation is no longer kept here';
        await failed(row, 'stopped', `Canceled before it was posted: ${why}.`);
        return true;
      }
    },
  };
}

import { hourMs } from '#shared/time.ts';
import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { changeRow, type OutboxRow } from './queries.ts';
import type { Recording, RecordingDeps } from './recording.ts';

export interface PunctualityDeps {
  /** Throws `conflict` with the reason for a reply that must not be sent, `not_found` if the post is no longer stored. */
  refuseStopped: (actor: Actor, postId: string, text: string) => Promise<void>;
}

/** A later reply may no longer fit the conversation, so the user decides. */
const graceMs = 2 * hourMs;
const missedText = "Earshot couldn't send this on time. Send it now, or choose another time.";

/** Whether a scheduled reply may still be sent when its time has come. */
export function createPunctuality({ db, now, refuseStopped }: RecordingDeps & PunctualityDeps, { announce, failed }: Recording) {
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
      const owner = { kind: 'user', userId: String(row.user_id), role: 'user' } as const;
      try {
        if (row.post_id === null) throw new AppError('not_found', 'Post not found');
        await refuseStopped(owner, String(row.post_id), row.text);
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

import type { Lead } from '#shared/leads.ts';
import type { DismissReason } from '#shared/posts.ts';
import { tally } from '#web/features/inbox/session-tally.ts';
import { texts as inboxTexts, type BulkAction } from '#web/features/inbox/texts.ts';
import { prepareTriage } from '#web/features/inbox/triage.ts';
import { recordStep, sendWhenReachable } from '#web/features/inbox/late-steps.ts';
import { texts } from './texts.ts';

interface Options {
  action: BulkAction;
  reason?: DismissReason | undefined;
  /** Restores the screen after an undo, or if the server refuses. */
  restore?: () => Promise<unknown>;
}

/** An action on all posts of one lead, outside the list. */
export async function triageLead({ posts }: Pick<Lead, 'posts'>, { action, reason, restore }: Options): Promise<void> {
  const ids = posts.map(({ id }) => id);
  tally(action, 1);
  const { send, undoEarly } = prepareTriage(ids, action, reason);
  await recordStep({
    sent: sendWhenReachable(send),
    undoEarly,
    restore: async () => {
      tally(action, -1);
      await restore?.();
    },
    label: inboxTexts.done(action, 1, texts.noun),
  });
}

import { holdMs, outboxRoutes } from '#shared/outbox.ts';
import { morningIn } from '#web/features/follow-ups/due.ts';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { call, markStale } from '#web/lib/api.ts';
import { undoReply, PostingIn } from './outbox-list.tsx';
import { outboxTexts as texts } from './texts.ts';

interface NewReply {
  postId: string;
  /** It goes below this comment. */
  answerId: string | undefined;
  account: string | undefined;
  message: string;
  followUpAt: string | null;
}

/** Days after a reply that is posted at a time (UTC ms); null: none. */
export const followUpTime = (days: number | null, at: number): string | null => (days === null ? null : morningIn(days, at));

/** Resolves once the reply waits to be posted. `onSent` returns what brings its text back when it is undone. */
export async function sendReply({ postId, ...body }: NewReply, onSent: () => () => void): Promise<void> {
  // If only the response is lost, the list has the reply, and its undo.
  const { outboxId, held } = await call(outboxRoutes.send, { params: { id: postId }, body }).finally(() => markStale(['/outbox']));
  const at = Date.now() + holdMs;
  const bringBack = onSent();
  const undo = () => undoReply(outboxId).then(bringBack);
  void recordStep({ sent: Promise.resolve(undo), label: held === 'approval' ? texts.forApproval : <PostingIn at={at} />, lastsMs: holdMs });
}

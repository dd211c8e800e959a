import { postRoutes, type DismissReason, type PostDetail } from '#shared/posts.ts';
import { call, markStale } from '#web/lib/api.ts';
import { texts } from './texts.ts';
import { patchOpenPost } from './triage.ts';
import { recordStep, sendWhenReachable } from './undo.ts';

type Feedback = PostDetail['feedback'];

async function send(id: string, feedback: Feedback): Promise<void> {
  const params = { id };
  if (feedback === null) await call(postRoutes.undoFeedback, { params });
  else
    await call(postRoutes.feedback, { params, body: { verdict: feedback.verdict, ...(feedback.reason && { reason: feedback.reason }) } });
  markStale(['/dashboard']);
}

function labelOf(feedback: Feedback): string {
  if (feedback === null) return texts.feedbackRemoved;
  return feedback.verdict === 'right' ? texts.goodMatchSaved : texts.badMatchSaved;
}

/** Optimistic. The same feedback a second time removes it. */
export async function giveFeedback(
  { id, feedback: before }: PostDetail,
  verdict: 'right' | 'wrong',
  reason?: DismissReason,
): Promise<void> {
  const isRemoval = before?.verdict === verdict && !reason;
  const feedback = isRemoval ? null : { verdict, reason: reason ?? null, at: new Date().toISOString() };
  const show = async (shown: Feedback) => void (await patchOpenPost(id, (open) => ({ ...open, feedback: shown })));
  await show(feedback);
  const sent = sendWhenReachable(() => send(id, feedback)).then(() => () => send(id, before));
  await recordStep({ sent, restore: () => show(before), label: labelOf(feedback) });
}

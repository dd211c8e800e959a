import { postRoutes, type DismissReason, type PostDetail } from '#shared/posts.ts';
import { keepalive, pathOf } from '#web/lib/api-client.ts';
import { call, markStale } from '#web/lib/api.ts';
import { texts } from '../texts.ts';
import { recordStep, sendWhenReachable } from './undo.ts';
import { mutate } from 'swr';

/** Changes the cached post only. */
const patchOpenPost = (id: string, change: (post: PostDetail) => PostDetail): Promise<unknown> =>
  mutate(pathOf(postRoutes.get, { params: { id } }), (post: PostDetail | undefined) => post && change(post), { revalidate: false });

type Feedback = PostDetail['feedback'];

async function send(id: string, feedback: Feedback): Promise<void> {
  const params = { id };
  if (feedback === null) await call(postRoutes.undoFeedback, { params }, keepalive);
  else {
    const body = { verdict: feedback.verdict, ...(feedback.reason && { reason: feedback.reason }) };
    await call(postRoutes.feedback, { params, body }, keepalive);
  }
  // A good match becomes a lead, and a bad one no longer is.
  markStale(['/dashboard', '/posts', '/leads']);
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
  const sent = sendWhenReachable(() => send(id, feedback)).then(() => () => sendWhenReachable(() => send(id, before)));
  await recordStep({ sent, restore: () => show(before), label: labelOf(feedback) });
}

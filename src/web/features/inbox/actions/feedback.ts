import { postRoutes, type DismissReason, type PostDetail } from '#shared/posts.ts';
import type { Change } from '#web/lib/kept-store.ts';
import { call, markStale, keepalive, pathOf } from '#web/lib/api.ts';
import { texts } from '../texts.ts';
import { forgetUnsent, recordStep, sendWhenReachable } from './undo.ts';
import { mutate } from 'swr';

/** Changes the cached post only. */
const patchOpenPost = (id: string, change: (post: PostDetail) => PostDetail): Promise<unknown> =>
  mutate(pathOf(postRoutes.get, { params: { id } }), (post: PostDetail | undefined) => post && change(post), { revalidate: false });

type Feedback = PostDetail['feedback'];

const bodyOf = ({ verdict, reason }: NonNullable<Feedback>) => ({ verdict, ...(reason && { reason }) });

/** What is kept of it while it waits for the network. */
function waitingFor(id: string, feedback: Feedback): Change {
  const path = pathOf(postRoutes.undoFeedback, { params: { id } });
  const request = feedback === null ? { method: 'DELETE' as const, path } : { method: 'POST' as const, path, body: bodyOf(feedback) };
  return { requests: [request], effect: feedback?.verdict === 'wrong' ? { gone: [id] } : {}, label: labelOf(feedback) };
}

async function send(id: string, feedback: Feedback): Promise<void> {
  const params = { id };
  if (feedback === null) await call(postRoutes.undoFeedback, { params }, keepalive);
  else await call(postRoutes.feedback, { params, body: bodyOf(feedback) }, keepalive);
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
  const change = waitingFor(id, feedback);
  const sent = sendWhenReachable(() => send(id, feedback), change).then(
    () => () => sendWhenReachable(() => send(id, before), waitingFor(id, before)),
  );
  const restore = () => {
    forgetUnsent(change);
    return show(before);
  };
  await recordStep({ sent, restore, label: labelOf(feedback) });
}

import { postRoutes, type DismissReason, type PostDetail } from '#shared/posts.ts';
import { call, markStale } from '#web/lib/api.ts';
import { toast } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';
import { patchOpenPost } from './triage.ts';

type Verdict = 'right' | 'wrong';

/** Optimistic. The same feedback a second time removes it. */
export async function giveFeedback(post: PostDetail, verdict: Verdict, reason?: DismissReason): Promise<void> {
  const before = post.feedback;
  const takesBack = before?.verdict === verdict && !reason;
  const feedback = takesBack ? null : { verdict, reason: reason ?? null, at: new Date().toISOString() };
  await patchOpenPost(post.id, (open) => ({ ...open, feedback }));
  try {
    const params = { id: post.id };
    if (takesBack) await call(postRoutes.undoFeedback, { params });
    else await call(postRoutes.feedback, { params, body: { verdict, ...(reason && { reason }) } });
    toast(takesBack ? texts.feedbackRemoved : verdict === 'right' ? texts.goodMatchSaved : texts.badMatchSaved, { duration: 2000 });
    markStale(['/dashboard']);
  } catch (error) {
    await patchOpenPost(post.id, (open) => ({ ...open, feedback: before }));
    toast.error(texts.failed(error instanceof Error ? error.message : String(error)));
  }
}

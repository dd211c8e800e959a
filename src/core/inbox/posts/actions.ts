import type { bulkActions, DismissReason, Post } from '#shared/posts.ts';
import type { PostRow, PostState } from './rows.ts';

type Action = (typeof bulkActions)[number];

/** A lead made by hand stays one when archived as done, but not when dismissed or moved back to posts. */
function keptAt(post: PostRow, status: Post['status'], now: number): number | null {
  if (status === 'lead') return post.status === 'lead' ? post.kept_at : now;
  return status === 'archived' ? post.kept_at : null;
}

export const setStatus = (post: PostRow, status: Post['status'], now: number): PostRow => ({
  ...post,
  status,
  touched: 1,
  before_feedback: null,
  open: status === 'new' || status === 'lead' ? 1 : 0,
  kept_at: keptAt(post, status, now),
  closed_at: status === 'dismissed' || status === 'archived' ? now : null,
});

const statusOf: Record<Action, (post: PostRow) => Post['status'] | null> = {
  lead: () => 'lead',
  dismiss: () => 'dismissed',
  archive: () => 'archived',
  restore: (post) => (post.decided === 'lead' && post.author_key !== null ? 'lead' : 'new'),
  seen: () => null,
  unseen: () => null,
};

/** Actions on a lead's post that are true of it in every campaign that found it; feedback is the campaign's own. */
export const isOfAllCampaigns = (action: Action): boolean => action !== 'lead';

/** A post without an author can't become a lead. */
export const canBe = (post: PostRow, status: Post['status']): boolean =>
  status !== 'lead' || (post.author_key !== null && post.author !== null);

type Before = Pick<PostRow, 'status' | 'open' | 'touched' | 'lead_id' | 'closed_at'>;

/** What the post was before its feedback, as long as its user decided nothing else about it. */
export const beforeFeedback = ({ before_feedback }: PostRow): Before | null =>
  before_feedback === null ? null : (JSON.parse(before_feedback) as Before);

/** A good match becomes a lead, and a bad match is no longer one. What its user archived or dismissed as tidying stays where it is. */
function statusFor(post: PostRow, verdict: 'right' | 'wrong'): Post['status'] {
  if (verdict === 'wrong') return post.status === 'lead' ? 'new' : post.status;
  const isOffered = post.status === 'new' || (post.status === 'dismissed' && post.feedback === 'wrong');
  return isOffered && canBe(post, 'lead') ? 'lead' : post.status;
}

interface Feedback {
  verdict: 'right' | 'wrong';
  reason: DismissReason | null;
}

export function rated(post: PostRow, { verdict, reason }: Feedback, now: number): PostRow {
  const { open, touched, lead_id, closed_at } = post;
  const status = statusFor(post, verdict);
  return {
    ...post,
    status,
    open: status === 'lead' ? 1 : open,
    touched: 1,
    feedback: verdict,
    feedback_reason: reason,
    feedback_at: now,
    closed_at: verdict === 'wrong' ? now : status === 'lead' ? null : closed_at,
    before_feedback:
      post.feedback === null
        ? JSON.stringify({ status: post.status, open, touched, lead_id, closed_at } satisfies Before)
        : post.before_feedback,
  };
}

export const unrated = (post: PostRow): PostRow => {
  const { status, open, touched, closed_at } = beforeFeedback(post) ?? { ...post, touched: 1 };
  return { ...post, status, open, touched, closed_at, feedback: null, feedback_reason: null, feedback_at: null, before_feedback: null };
};

export const setSeen = <P extends PostState>(post: P, seen: boolean, now: number): P => ({
  ...post,
  seen_at: seen ? (post.seen_at ?? now) : null,
});

/** State of a post after an action; null when the action doesn't apply. A dismissal with a reason also counts as feedback. */
export function afterAction(
  post: PostRow,
  { action, reason }: { action: Action; reason?: DismissReason | undefined },
  now: number,
): PostState | null {
  if (action === 'seen' || action === 'unseen') return setSeen(post, action === 'seen', now);
  const status = statusOf[action](post);
  if (status === null || !canBe(post, status)) return null;
  // A restored post gets its status from its score, which isn't a decision of its user.
  const next = { ...setStatus(post, status, now), ...(action === 'restore' && { kept_at: post.kept_at }) };
  return action === 'dismiss' && reason !== undefined ? rated(next, { verdict: 'wrong', reason }, now) : next;
}

import type { bulkActions, DismissReason, Post } from '#shared/posts.ts';
import type { PostRow, PostState } from './rows.ts';

type Action = (typeof bulkActions)[number];

/** A lead made by hand stays one when archived as done, but not when dismissed or moved back to posts. */
function keptAt(post: PostRow, status: Post['status'], now: number): number | null {
  if (status === 'lead') return post.status === 'lead' ? post.kept_at : now;
  return status === 'archived' ? post.kept_at : null;
}

export const setStatus = (post: PostRow, status: Post['status'], now: number): PostState => ({
  ...post,
  status,
  touched: 1,
  open: status === 'new' || status === 'lead' ? 1 : 0,
  kept_at: keptAt(post, status, now),
});

const statusOf: Record<Action, (post: PostRow) => Post['status'] | null> = {
  lead: () => 'lead',
  dismiss: () => 'dismissed',
  archive: () => 'archived',
  restore: (post) => (post.decided === 'lead' && post.author_key !== null ? 'lead' : 'new'),
  seen: () => null,
  unseen: () => null,
};

/** A post without an author can't become a lead. */
export const canBe = (post: PostRow, status: Post['status']): boolean =>
  status !== 'lead' || (post.author_key !== null && post.author !== null);

export const rated = (
  post: PostState,
  feedback: { verdict: 'right' | 'wrong'; reason: DismissReason | null } | null,
  now: number,
): PostState => ({
  ...post,
  touched: 1,
  feedback: feedback?.verdict ?? null,
  feedback_reason: feedback?.reason ?? null,
  feedback_at: feedback ? now : null,
});

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

import { postRoutes, type DismissReason, type Post } from '#shared/posts.ts';
import { call, markStale } from '#web/lib/api.ts';
import { sendWhenReachable } from './late-steps.ts';
import type { BulkAction } from './texts.ts';

const maxPerRequest = 500;

/** The post after an action. Dismissing with a reason also counts as feedback. */
export function afterAction(post: Post, action: BulkAction, feedback: { reason?: DismissReason | undefined; at: string }): Post {
  if (action === 'seen' || action === 'unseen') return { ...post, seen: action === 'seen' };
  if (action === 'restore') return { ...post, status: post.leadId ? 'lead' : 'new' };
  if (action !== 'dismiss') return { ...post, seen: true, status: action === 'lead' ? 'lead' : 'archived' };
  const { reason, at } = feedback;
  return { ...post, seen: true, status: 'dismissed', feedback: reason ? { verdict: 'wrong', reason, at } : post.feedback };
}

let unsaved = 0;
/** Whether the server is about to save actions: a list loaded now would be without them. */
export const isUnsaved = (): boolean => unsaved > 0;

/** Not `randomUUID`, which browsers offer on HTTPS only. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
const keepalive = { keepalive: true };

/**
 * Prepares one action for many posts. The request resolves to its undo function; it can be sent again if its response was
 * lost, because the server knows its keys. Lists are loaded again once every action is saved.
 */
export function prepareTriage(all: readonly string[], action: BulkAction, reason?: DismissReason): () => Promise<() => Promise<void>> {
  const parts = Array.from({ length: Math.ceil(all.length / maxPerRequest) }, (_, at) => ({
    ids: all.slice(at * maxPerRequest, (at + 1) * maxPerRequest),
    action,
    key: newKey(),
    ...(reason && { reason }),
  }));
  return async () => {
    const tokens: string[] = [];
    unsaved += 1;
    try {
      for (const body of parts) tokens.push((await call(postRoutes.bulk, { body }, keepalive)).undoToken);
    } finally {
      unsaved -= 1;
      if (unsaved === 0) markStale(['/dashboard', '/posts', '/leads']);
    }
    return async () => {
      for (const undoToken of tokens.toReversed()) await sendWhenReachable(() => call(postRoutes.undo, { body: { undoToken } }, keepalive));
      markStale(['/dashboard', '/posts', '/leads']);
    };
  };
}

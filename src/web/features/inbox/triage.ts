import { mutate } from 'swr';
import { postRoutes, type DismissReason, type Post, type PostDetail } from '#shared/posts.ts';
import { call, markStale } from '#web/lib/api.ts';
import { pathOf } from '#web/lib/api-client.ts';
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

/** Sends one action for many posts. Resolves to its undo function. Lists are loaded again once every action is saved. */
export async function sendTriage(ids: readonly string[], action: BulkAction, reason?: DismissReason): Promise<() => Promise<void>> {
  const tokens: string[] = [];
  unsaved += 1;
  try {
    for (let at = 0; at < ids.length; at += maxPerRequest) {
      const part = ids.slice(at, at + maxPerRequest);
      const { undoToken } = await call(postRoutes.bulk, { body: { ids: part, action, ...(reason && { reason }) } });
      tokens.push(undoToken);
    }
  } finally {
    unsaved -= 1;
    if (unsaved === 0) markStale(['/dashboard', '/posts', '/leads']);
  }
  return async () => {
    for (const undoToken of tokens.toReversed()) await call(postRoutes.undo, { body: { undoToken } });
    markStale(['/dashboard', '/posts', '/leads']);
  };
}

/** Changes the cached post only. */
export const patchOpenPost = (id: string, change: (post: PostDetail) => PostDetail): Promise<unknown> =>
  mutate(pathOf(postRoutes.get, { params: { id } }), (post: PostDetail | undefined) => post && change(post), { revalidate: false });

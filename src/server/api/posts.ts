import type { Core } from '#core/open.ts';
import { postRoutes } from '#shared/posts.ts';
import type { Mount } from '../mount.ts';

export function mountPosts(mount: Mount, { inbox: { posts } }: Core): void {
  mount(postRoutes.list, ({ query }, actor) => posts.list(actor, query), { inTurn: true });
  mount(postRoutes.get, ({ params }, actor) => posts.get(actor, params.id));
  mount(postRoutes.update, ({ params, body }, actor) => posts.update(actor, params.id, body));
  mount(postRoutes.feedback, ({ params, body }, actor) => posts.feedback(actor, params.id, body));
  mount(postRoutes.undoFeedback, ({ params }, actor) => posts.undoFeedback(actor, params.id));
  mount(postRoutes.bulk, ({ body }, actor) => posts.bulk(actor, body));
  mount(postRoutes.undo, ({ body }, actor) => posts.undo(actor, body));
}

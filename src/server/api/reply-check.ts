import type { Core } from '#core/open.ts';
import { replyCheckRoutes } from '#shared/reply-check.ts';
import type { Mount } from '../mount.ts';

export function mountReplyCheck(mount: Mount, { replies: { check: replyCheck } }: Core): void {
  mount(replyCheckRoutes.get, ({ params, query }, actor) => replyCheck.check(actor, params.id, query.text));
  mount(replyCheckRoutes.post, ({ params, body }, actor) => replyCheck.check(actor, params.id, body.text));
}

import type { Core } from '#core/open.ts';
import { followUpRoutes } from '#shared/follow-ups.ts';
import type { Mount } from '../mount.ts';

export function mountFollowUps(mount: Mount, { inbox: { followUps } }: Core): void {
  mount(followUpRoutes.list, ({ query }, actor) => followUps.list(actor, query));
  mount(followUpRoutes.counts, ({ query }, actor) => followUps.counts(actor, query));
  mount(followUpRoutes.create, ({ params, body }, actor) => followUps.create(actor, params.id, body));
  mount(followUpRoutes.update, ({ params, body }, actor) => followUps.update(actor, params.id, body));
  mount(followUpRoutes.remove, ({ params }, actor) => followUps.remove(actor, params.id));
}

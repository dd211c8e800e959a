import type { Core } from '#core/open.ts';
import { viewRoutes } from '#shared/views.ts';
import type { Mount } from '../mount.ts';

export function mountViews(mount: Mount, { inbox: { savedViews: views } }: Core): void {
  mount(viewRoutes.list, (_, actor) => views.list(actor));
  mount(viewRoutes.save, ({ body }, actor) => views.save(actor, body));
  mount(viewRoutes.remove, ({ params }, actor) => views.remove(actor, params.id));
}

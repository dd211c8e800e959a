import type { Core } from '#core/open.ts';
import { archiveRoutes } from '#shared/archive.ts';
import type { Mount } from '../mount.ts';

/** Archived posts are posts in a certain state, so their service has the rules. */
export function mountArchive(mount: Mount, { inbox: { posts } }: Core): void {
  mount(archiveRoutes.list, ({ query }, actor) => posts.list(actor, { ...query, sort: '-discoveredAt' }), { inTurn: true });
  mount(archiveRoutes.restore, ({ body }, actor) => posts.bulk(actor, { ids: body.ids, action: 'restore' }));
}

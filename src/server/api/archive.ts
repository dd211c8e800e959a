import type { Core } from '#core/open.ts';
import { archiveRoutes } from '#shared/archive.ts';
import type { Mount } from '../mount.ts';

/** What was archived is posts in a state: their service keeps the rules. */
export function mountArchive(mount: Mount, { inbox: { posts } }: Core): void {
  mount(archiveRoutes.list, ({ query }, actor) => posts.list(actor, { ...query, sort: '-discoveredAt' }));
  mount(archiveRoutes.restore, ({ body }, actor) => posts.bulk(actor, { ids: body.ids, action: 'restore' }));
}

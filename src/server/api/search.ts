import type { Core } from '#core/open.ts';
import { searchRoutes } from '#shared/search.ts';
import type { Mount } from '../mount.ts';

export function mountSearch(mount: Mount, { discovery: { search } }: Core): void {
  mount(searchRoutes.reddit, ({ query }, actor) => search.reddit(actor, query));
  mount(searchRoutes.save, ({ body }, actor) => search.save(actor, body));
}

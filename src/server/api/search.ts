import type { Core } from '#core/open.ts';
import { searchRoutes } from '#shared/search.ts';
import type { Mount } from '../mount.ts';
import { createWorkSlots } from '../work-slots.ts';

export function mountSearch(mount: Mount, { discovery: { search } }: Core): void {
  mount(searchRoutes.reddit, ({ query }, actor, { state }) => search.reddit(actor, query, state.signal), {
    slots: createWorkSlots({ perUser: 2, total: 8 }),
  });
  mount(searchRoutes.save, ({ body }, actor) => search.save(actor, body));
}

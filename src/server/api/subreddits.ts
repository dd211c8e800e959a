import type { Core } from '#core/open.ts';
import { subredditRoutes } from '#shared/subreddits.ts';
import type { Mount } from '../mount.ts';

export function mountSubreddits(mount: Mount, { reddit: { subreddits } }: Core): void {
  mount(subredditRoutes.list, ({ query }, actor) => subreddits.list(actor, query.names));
  mount(subredditRoutes.get, ({ params }, actor) => subreddits.get(actor, params.name));
}

import type { Core } from '#core/open.ts';
import { activityRoutes } from '#shared/activity.ts';
import type { Mount } from '../mount.ts';

export function mountActivity(mount: Mount, { replies: { activity } }: Core): void {
  mount(activityRoutes.list, ({ query }, actor) => activity.list(actor, query));
}

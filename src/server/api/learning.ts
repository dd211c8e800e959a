import type { Core } from '#core/open.ts';
import { learningRoutes } from '#shared/learning.ts';
import type { Mount } from '../mount.ts';

export function mountLearning(mount: Mount, { inbox: { learning } }: Core): void {
  mount(learningRoutes.get, ({ params }, actor) => learning.view(actor, params.id));
  mount(learningRoutes.wake, ({ params, body }, actor) => learning.wake(actor, params.id, body));
}

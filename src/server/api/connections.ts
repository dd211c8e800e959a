import type { Core } from '#core/open.ts';
import { connectionRoutes } from '#shared/connections.ts';
import type { Mount } from '../mount.ts';

export function mountConnections(mount: Mount, { instance: { connections } }: Core): void {
  mount(connectionRoutes.list, (_, actor) => connections.list(actor));
  mount(connectionRoutes.change, ({ params, body }, actor) => connections.change(actor, params.id, body.values));
  mount(connectionRoutes.models, ({ body }, actor) => connections.models(actor, body.values));
  mount(connectionRoutes.test, ({ params, body }, actor) => connections.test(actor, params.id, body.values));
}

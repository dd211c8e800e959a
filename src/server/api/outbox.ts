import type { Core } from '#core/open.ts';
import { outboxRoutes } from '#shared/outbox.ts';
import type { Mount } from '../mount.ts';

export function mountOutbox(mount: Mount, { outbox }: Core): void {
  mount(outboxRoutes.send, ({ params, body }, actor) => outbox.send(actor, params.id, body.message));
  mount(outboxRoutes.list, ({ query }, actor) => outbox.list(actor, query));
  mount(outboxRoutes.resolve, ({ params, body }, actor) => outbox.resolve(actor, params.id, body.outcome));
}

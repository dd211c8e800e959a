import type { Core } from '#core/open.ts';
import { outboxRoutes } from '#shared/outbox.ts';
import { scheduleRoutes } from '#shared/schedule.ts';
import type { Mount } from '../mount.ts';

export function mountOutbox(mount: Mount, { replies: { outbox, schedule } }: Core): void {
  mount(outboxRoutes.send, ({ params, body }, actor) => outbox.send(actor, params.id, body.message));
  mount(outboxRoutes.list, ({ query }, actor) => outbox.list(actor, query));
  mount(outboxRoutes.resolve, ({ params, body }, actor) => outbox.resolve(actor, params.id, body.outcome));
  mount(scheduleRoutes.list, ({ query }, actor) => schedule.list(actor, query));
  mount(scheduleRoutes.create, ({ body }, actor) => schedule.create(actor, body));
  mount(scheduleRoutes.pauseAll, ({ body }, actor) => schedule.pauseAll(actor, body.paused));
  mount(scheduleRoutes.update, ({ params, body }, actor) => schedule.update(actor, params.id, body));
  mount(scheduleRoutes.remove, ({ params }, actor) => schedule.remove(actor, params.id));
}

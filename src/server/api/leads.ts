import type { Core } from '#core/open.ts';
import { leadRoutes } from '#shared/leads.ts';
import type { Mount } from '../mount.ts';

export function mountLeads(mount: Mount, { inbox: { leads } }: Core): void {
  mount(leadRoutes.list, ({ query }, actor) => leads.list(actor, query), { inTurn: true });
  mount(leadRoutes.get, ({ params }, actor) => leads.get(actor, params.id));
  mount(leadRoutes.update, ({ params, body }, actor) => leads.update(actor, params.id, body));
  mount(leadRoutes.timeline, ({ params, query }, actor) => leads.timeline(actor, params.id, query));
}

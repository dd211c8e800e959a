import type { IncomingMessage } from 'node:http';
import type { Actor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { billingRoutes } from '#shared/billing.ts';
import { readBytes } from '../body.ts';
import type { Mount } from '../mount.ts';

/** Far above the size of Stripe's largest events. */
const eventLimit = 512 * 1024;

async function receive({ accounts: { billing } }: Core, request: IncomingMessage) {
  const signature = request.headers['stripe-signature'];
  return billing.receive(await readBytes(request, eventLimit), typeof signature === 'string' ? signature : '');
}

async function takeSeat({ accounts: { billing, plans } }: Core, actor: Actor, id: string) {
  await plans.takeSeat(actor, id);
  return billing.view(actor);
}

export function mountBilling(mount: Mount, core: Core): void {
  const {
    accounts: { billing, plans },
  } = core;
  mount(billingRoutes.billing, (_, actor) => billing.view(actor));
  mount(billingRoutes.checkout, ({ body }, actor) => billing.checkout(actor, body));
  mount(billingRoutes.portal, (_, actor) => billing.portal(actor));
  mount(billingRoutes.refresh, (_, actor) => billing.refresh(actor));
  mount(billingRoutes.webhook, (_, __, ctx) => receive(core, ctx.req), { body: 'stream' });
  mount(billingRoutes.offerSeat, ({ body }, actor) => plans.offerSeat(actor, body.email));
  mount(billingRoutes.takeSeat, ({ params }, actor) => takeSeat(core, actor, params.id));
  mount(billingRoutes.removeSeat, ({ params }, actor) => plans.removeSeat(actor, params.id));
}

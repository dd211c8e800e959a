import type { Core } from '#core/open.ts';
import { betaRoutes } from '#shared/beta.ts';
import type { Mount } from '../mount.ts';

export function mountBeta(mount: Mount, { accounts: { beta } }: Core): void {
  mount(betaRoutes.apply, ({ body }, _, ctx) => beta.apply(body, ctx.state.address));
  mount(betaRoutes.verify, ({ body }, _, ctx) => beta.verify(body.token, ctx.state.address));
  mount(betaRoutes.list, ({ query }, actor) => beta.list(actor, query));
  mount(betaRoutes.get, ({ params }, actor) => beta.get(actor, params.id));
  mount(betaRoutes.decide, ({ params, body }, actor) => beta.decide(actor, params.id, body.status));
}

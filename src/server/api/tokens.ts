import type { Core } from '#core/open.ts';
import { feedRoutes, tokenRoutes } from '#shared/tokens.ts';
import type { Mount } from '../mount.ts';

export function mountTokens(mount: Mount, { accounts: { tokens }, inbox: { feeds } }: Core): void {
  mount(tokenRoutes.list, (_, actor) => tokens.list(actor));
  mount(tokenRoutes.create, ({ body }, actor) => tokens.create(actor, body));
  mount(tokenRoutes.revoke, ({ params }, actor) => tokens.revoke(actor, params.id));
  mount(feedRoutes.read, ({ params }) => feeds.read(params.token));
  mount(feedRoutes.get, ({ params }, actor) => feeds.get(actor, params.id));
  mount(feedRoutes.renew, ({ params }, actor) => feeds.renew(actor, params.id));
  mount(feedRoutes.revoke, ({ params }, actor) => feeds.revoke(actor, params.id));
}

import type { Core } from '#core/open.ts';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import type { Mount } from '../mount.ts';

export function mountRedditAccount(mount: Mount, { reddit: { account: redditAccount } }: Core): void {
  mount(redditAccountRoutes.status, (_, actor) => redditAccount.status(actor));
  mount(redditAccountRoutes.connect, ({ query }, actor) => redditAccount.connect(actor, query.scope));
  mount(redditAccountRoutes.callback, ({ body }, actor) => redditAccount.callback(actor, body));
  mount(redditAccountRoutes.disconnect, (_, actor) => redditAccount.disconnect(actor));
  mount(redditAccountRoutes.refresh, (_, actor) => redditAccount.refresh(actor));
}

import type { Core } from '#core/open.ts';
import { blacklistRoutes } from '#shared/blacklist.ts';
import type { Mount } from '../mount.ts';

export function mountBlacklist(mount: Mount, { discovery: { blacklist } }: Core): void {
  mount(blacklistRoutes.list, async (_, actor) => ({ items: await blacklist.list(actor) }));
  mount(blacklistRoutes.add, ({ body }, actor) => blacklist.add(actor, [body]));
  mount(blacklistRoutes.remove, ({ params }, actor) => blacklist.remove(actor, params.id));
  mount(blacklistRoutes.import, ({ body }, actor) => blacklist.import(actor, body.text), { body: 'large' });
}

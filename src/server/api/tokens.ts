import type { FeedFile } from '#core/inbox/feeds/service.ts';
import type { Core } from '#core/open.ts';
import { feedRoutes, tokenRoutes } from '#shared/tokens.ts';
import { isUnchanged } from '../conditional.ts';
import type { Mount } from '../mount.ts';
import type { ServerContext } from '../state.ts';

/** Readers ask every few minutes whether there is something new, so most answers are 304. */
async function sendFeed(ctx: ServerContext, file: Promise<FeedFile>): Promise<string> {
  const { text, hash, changedAt } = await file;
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.etag = `W/"${hash}"`;
  ctx.lastModified = new Date(changedAt);
  if (!isUnchanged(ctx.req.headers, { etag: hash, changedAt })) return text;
  ctx.status = 304;
  return '';
}

export function mountTokens(mount: Mount, { accounts: { tokens }, inbox: { feeds } }: Core): void {
  mount(tokenRoutes.list, (_, actor) => tokens.list(actor));
  mount(tokenRoutes.create, ({ body }, actor) => tokens.create(actor, body));
  mount(tokenRoutes.revoke, ({ params }, actor) => tokens.revoke(actor, params.id));
  mount(feedRoutes.readAtom, ({ params }, _, ctx) => sendFeed(ctx, feeds.read(params.token, 'atom')));
  mount(feedRoutes.readJson, ({ params }, _, ctx) => sendFeed(ctx, feeds.read(params.token, 'json')));
  mount(feedRoutes.get, ({ params }, actor) => feeds.get(actor, params.id));
  mount(feedRoutes.renew, ({ params }, actor) => feeds.renew(actor, params.id));
  mount(feedRoutes.revoke, ({ params }, actor) => feeds.revoke(actor, params.id));
}

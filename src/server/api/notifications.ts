import type { Core } from '#core/open.ts';
import { mailLinkRoutes } from '#shared/mail-links.ts';
import { noticeRoutes } from '#shared/notices.ts';
import { channelRoutes } from '#shared/notify.ts';
import type { Mount } from '../mount.ts';
import type { ServerContext } from '../state.ts';

/** Mail clients without one-click unsubscribe open the header's URL in a browser, which gets the page. */
function showPage(ctx: ServerContext, token: string): void {
  if (ctx.accepts('json', 'html') !== 'html') return;
  ctx.status = 303;
  ctx.set('Location', `/mail/${encodeURIComponent(token)}`);
}

export function mountNotifications(mount: Mount, { notifications: { channels, inbox, mailLinks } }: Core): void {
  mount(channelRoutes.list, (_, actor) => channels.list(actor));
  mount(channelRoutes.create, ({ body }, actor) => channels.create(actor, body));
  mount(channelRoutes.test, ({ params }, actor) => channels.test(actor, params.id), { lane: 'waits' });
  mount(channelRoutes.deliveries, ({ params }, actor) => channels.deliveries(actor, params.id));
  mount(channelRoutes.resend, ({ params, body }, actor) => channels.resend(actor, params.id, body.delivery));
  mount(channelRoutes.update, ({ params, body }, actor) => channels.update(actor, params.id, body));
  mount(channelRoutes.remove, ({ params }, actor) => channels.remove(actor, params.id));
  mount(noticeRoutes.list, ({ query }, actor) => inbox.list(actor, query));
  mount(noticeRoutes.read, ({ body }, actor) => inbox.markRead(actor, body));
  mount(mailLinkRoutes.read, ({ params }, _, ctx) => (showPage(ctx, params.token), mailLinks.read(params.token)));
  // The body is ignored: RFC 8058 sends a form, but the token alone decides.
  mount(mailLinkRoutes.act, ({ params, query }) => mailLinks.act(params.token, query), { body: 'stream' });
}

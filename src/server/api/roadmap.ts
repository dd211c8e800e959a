import { randomBytes } from 'node:crypto';
import { basePathOf } from '#core/platform/base-path.ts';
import type { Config } from '#core/platform/config.ts';
import type { Core } from '#core/open.ts';
import type { Voter } from '#core/instance/roadmap/service.ts';
import { roadmapRoutes } from '#shared/roadmap.ts';
import { dayMs } from '#shared/time.ts';
import { authorize } from '../auth.ts';
import type { Mount } from '../mount.ts';
import type { ServerContext } from '../state.ts';

const cookieName = 'earshot_voter';
const yearMs = 365 * dayMs;

/** Signed-in users vote with their account, all others with a random cookie. */
async function voterOf({ accounts: { users: accounts } }: Core, ctx: ServerContext): Promise<Voter> {
  const actor = await authorize(ctx.req, { access: 'user', tokens: 'read' }, accounts.actorFrom).catch(() => null);
  if (actor?.kind === 'user') return { userId: actor.userId };
  const cookie = ctx.cookies.get(cookieName) ?? null;
  return { cookie: cookie !== null && /^[\w-]{32}$/.test(cookie) ? cookie : null, address: ctx.state.address };
}

function withCookie(voter: Voter, ctx: ServerContext, http: Config['http']): Voter {
  if ('userId' in voter || voter.cookie !== null) return voter;
  const cookie = randomBytes(24).toString('base64url');
  // The library would check the socket, but a proxy terminates TLS.
  const isSecure = http.publicUrl.startsWith('https:');
  ctx.cookies.secure = isSecure;
  ctx.cookies.set(cookieName, cookie, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: yearMs,
    path: `${basePathOf(http)}/api/roadmap`,
  });
  return { ...voter, cookie };
}

export function mountRoadmap(mount: Mount, core: Core): void {
  const {
    instance: { roadmap },
  } = core;
  mount(roadmapRoutes.list, async (_, __, ctx) => ({ items: await roadmap.list(await voterOf(core, ctx)) }));
  mount(roadmapRoutes.vote, async ({ params }, _, ctx) =>
    roadmap.vote(withCookie(await voterOf(core, ctx), ctx, core.config.http), params.id),
  );
  mount(roadmapRoutes.unvote, async ({ params }, _, ctx) => roadmap.unvote(await voterOf(core, ctx), params.id));
  mount(roadmapRoutes.add, ({ body }, actor) => roadmap.add(actor, body));
  mount(roadmapRoutes.replace, ({ params, body }, actor) => roadmap.change(actor, params.id, body));
  mount(roadmapRoutes.update, ({ params, body }, actor) => roadmap.change(actor, params.id, body));
  mount(roadmapRoutes.remove, ({ params }, actor) => roadmap.remove(actor, params.id));
}

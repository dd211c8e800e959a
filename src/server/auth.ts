import type { IncomingMessage } from 'node:http';
import { requireAdmin, type Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { authRoutes } from '#shared/auth.ts';
import { passkeyRoutes } from '#shared/passkeys.ts';
import type { Route, TokenAccess } from '#shared/route.ts';
import { singleSignOnRoutes } from '#shared/single-sign-on.ts';
import { dayMs } from '#shared/time.ts';
import type { Browser } from '#core/accounts/browser.ts';
import { challengeLifeMs } from '#core/accounts/passkeys/challenges.ts';
import { attemptLifeMs } from '#core/accounts/single-sign-on/attempts.ts';
import { basePathOf } from '#core/platform/base-path.ts';
import type { Config } from '#core/platform/config.ts';
import type { ServerContext } from './state.ts';

/** These start a session. */
export const signInPaths: ReadonlySet<string> = new Set(
  [authRoutes.login, passkeyRoutes.signIn, singleSignOnRoutes.finish, singleSignOnRoutes.proxy].map(({ path }) => path),
);

export type ActorFrom = (token: string, address?: string) => Promise<Actor>;
type Requirements = Pick<Route, 'access' | 'tokens'>;

function tokenOf(request: IncomingMessage): string {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('unauthenticated', 'Sign in first.');
  return token;
}

function refuseBeyondScope(actor: Actor, tokens: TokenAccess): void {
  if (actor.kind === 'system' || actor.tokenScope === undefined) return;
  if (tokens === 'none') throw new AppError('forbidden', "API tokens can't do this. Sign in instead.");
  if (actor.tokenScope === 'companion' && tokens !== 'companion')
    throw new AppError('forbidden', "This token is the browser extension's, which can only score and save. Create another one.");
  if (tokens !== 'read' && actor.tokenScope === 'read')
    throw new AppError('forbidden', 'This token is read-only. Create one with write access.');
}

/** Returns the caller; null when the route doesn't need one. Throws `unauthenticated` or `forbidden`. */
export async function authorize(request: IncomingMessage, { access, tokens }: Requirements, actorFrom: ActorFrom): Promise<Actor | null> {
  if (access === 'public') return null;
  const actor = await actorFrom(tokenOf(request));
  if (access !== 'user') requireAdmin(actor);
  refuseBeyondScope(actor, tokens);
  return actor;
}

const cookieName = 'earshot_device';
const challengeCookieName = 'earshot_challenge';
const singleSignOnCookieName = 'earshot_single_sign_on';
/** Browsers keep no cookie for longer. */
const lifeMs = 400 * dayMs;

/** The browser of a sign-in. Its cookies only show that it signed in before, or is about to, so no other request needs them. */
export function createBrowserOf(config: { http: Pick<Config['http'], 'publicUrl'> }): (ctx: ServerContext) => Browser {
  const keep = (ctx: ServerContext, { name, token, maxAge }: { name: string; token: string; maxAge: number }) => {
    // The library would check the socket, but a proxy terminates TLS.
    const isSecure = config.http.publicUrl.startsWith('https:');
    ctx.cookies.secure = isSecure;
    ctx.cookies.set(name, token, {
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure,
      maxAge,
      path: `${basePathOf(config.http)}/api/auth`,
    });
  };
  return (ctx) => ({
    userAgent: ctx.get('user-agent'),
    languages: ctx.acceptsLanguages(),
    deviceToken: ctx.cookies.get(cookieName) ?? null,
    keepDeviceToken: (token) => keep(ctx, { name: cookieName, token, maxAge: lifeMs }),
    challenge: ctx.cookies.get(challengeCookieName) ?? null,
    keepChallenge: (token) => keep(ctx, { name: challengeCookieName, token, maxAge: challengeLifeMs }),
    singleSignOn: ctx.cookies.get(singleSignOnCookieName) ?? null,
    keepSingleSignOn: (token) => keep(ctx, { name: singleSignOnCookieName, token, maxAge: attemptLifeMs }),
  });
}

import type { IncomingMessage } from 'node:http';
import { requireAdmin, type Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { authRoutes } from '#shared/auth.ts';
import { passkeyRoutes } from '#shared/passkeys.ts';
import type { Route, TokenAccess } from '#shared/route.ts';
import { singleSignOnRoutes } from '#shared/single-sign-on.ts';

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

import type { IncomingMessage } from 'node:http';
import { isAdmin, type Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Access, Route } from '#shared/route.ts';
import { isLoopback } from './address.ts';

export type ActorFrom = (token: string) => Promise<Actor>;
type Wanted = Pick<Route, 'access' | 'method' | 'path'>;

function tokenOf(request: IncomingMessage): string {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('unauthenticated', 'Sign in first');
  return token;
}

/** The account itself, what opens it, the instance, and speaking in public belong to people: a token that leaks must not grow or talk. */
const peopleOnly =
  /^\/(?:auth|tokens|admin|reddit-oauth|billing|outbox|schedule|notifications\/channels)(?:\/|$)|^\/campaigns\/:id\/feed$|^\/posts\/:id\/post-to-reddit$/;
const isForTokens = ({ method, path }: Wanted): boolean => (method === 'GET' && path === '/auth/me') || !peopleOnly.test(path);

function refuseBeyondScope(actor: Actor, wanted: Wanted): void {
  if (actor.kind === 'system' || actor.tokenScope === undefined) return;
  if (!isForTokens(wanted)) throw new AppError('forbidden', 'An API token cannot do this. Sign in instead.');
  if (actor.tokenScope === 'read' && wanted.method !== 'GET') throw new AppError('forbidden', 'This token may only read');
}

/** Who calls, of a route or of something that is only read; null only where nobody has to be known. Throws `unauthenticated` or `forbidden`. */
export async function authorise(request: IncomingMessage, asked: Wanted | Access, actorFrom: ActorFrom): Promise<Actor | null> {
  const wanted: Wanted = typeof asked === 'string' ? { access: asked, method: 'GET', path: '/' } : asked;
  const { access } = wanted;
  if (access === 'public' || (access === 'loopback' && isLoopback(request))) return null;
  const actor = await actorFrom(tokenOf(request));
  if (access !== 'user' && !isAdmin(actor)) throw new AppError('forbidden', 'Only an admin may do this');
  refuseBeyondScope(actor, wanted);
  return actor;
}

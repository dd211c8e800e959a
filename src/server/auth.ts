import type { IncomingMessage } from 'node:http';
import { isAdmin, type Actor } from '#core/actor.ts';
import { AppError } from '#core/errors.ts';
import type { Access } from '#shared/route.ts';
import { isLoopback } from './address.ts';

export type ActorFrom = (token: string) => Promise<Actor>;

function tokenOf(request: IncomingMessage): string {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('unauthenticated', 'Sign in first');
  return token;
}

/** Who calls; null only where nobody has to be known. Throws `unauthenticated` or `forbidden`. */
export async function authorise(request: IncomingMessage, access: Access, actorFrom: ActorFrom): Promise<Actor | null> {
  if (access === 'public' || (access === 'loopback' && isLoopback(request))) return null;
  const actor = await actorFrom(tokenOf(request));
  if (access !== 'user' && !isAdmin(actor)) throw new AppError('forbidden', 'Only an admin may do this');
  return actor;
}

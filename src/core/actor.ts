import type { Role } from '#shared/auth.ts';
import { AppError } from './errors.ts';

/** Who asks. Every service method on owned data takes one first. */
export type Actor = { kind: 'user'; userId: string; role: Role } | { kind: 'system' };

export const systemActor: Actor = { kind: 'system' };
export const isAdmin = (actor: Actor): boolean => actor.kind === 'system' || actor.role === 'admin';
/** The owner a query is limited to; null: the system, which sees all. */
export const ownerOf = (actor: Actor): string | null => (actor.kind === 'system' ? null : actor.userId);

/** Throws `forbidden` for everybody but admins and the system. */
export function refuseOthers(actor: Actor): void {
  if (!isAdmin(actor)) throw new AppError('forbidden', 'Only an admin may do this');
}

import type { Role } from '#shared/auth.ts';
import type { McpWriteTool, TokenScope } from '#shared/tokens.ts';
import { AppError } from './errors.ts';

/**
 * The caller. `tokenScope` and `tokenTools` are set for an API token, `sessionId` for a browser. Every service method on
 * owned data takes the actor as its first parameter.
 */
export type Actor =
  | { kind: 'user'; userId: string; role: Role; tokenScope?: TokenScope; tokenTools?: readonly McpWriteTool[]; sessionId?: string }
  | { kind: 'system' };

export const systemActor: Actor = { kind: 'system' };
export const isAdmin = (actor: Actor): boolean => actor.kind === 'system' || actor.role === 'admin';
/** The owner that queries are limited to; null for the system, which sees everything. */
export const ownerOf = (actor: Actor): string | null => (actor.kind === 'system' ? null : actor.userId);

/** Throws `forbidden` unless the caller is an admin or the system. */
export function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw new AppError('forbidden', 'Only an admin can do this.');
}

/** Throws `invalid` for the system, which owns no data. */
export function userIdOf(actor: Actor): number {
  if (actor.kind === 'system') throw new AppError('invalid', '`--user` is required: this belongs to a user');
  return Number(actor.userId);
}

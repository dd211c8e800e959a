import type { Role } from '#shared/auth.ts';
import type { McpWriteTool, TokenScope } from '#shared/tokens.ts';
import { AppError } from './errors.ts';

/**
 * The caller. `tokenId`, `tokenScope`, and `tokenTools` are set for an API token, `sessionId` for a browser, and
 * `stamp` for both: the account's security stamp that they were checked against. Every service method on
 * owned data takes the actor as its first parameter.
 */
export type Actor =
  | {
      kind: 'user';
      userId: string;
      role: Role;
      tokenId?: number;
      tokenScope?: TokenScope;
      tokenTools?: readonly McpWriteTool[];
      sessionId?: string;
      stamp?: number;
    }
  | { kind: 'system' };

export const systemActor: Actor = { kind: 'system' };
export const isAdmin = (actor: Actor): boolean => actor.kind === 'system' || actor.role === 'admin';
/** The owner that queries are limited to; null for the system, which sees everything. */
export const ownerOf = (actor: Actor): string | null => (actor.kind === 'system' ? null : actor.userId);

/** Limits a query to the rows of an owner, as `ownerOf` names them. */
export const ownedBy = (owner: string | null, column = 'user_id'): Record<string, number> =>
  owner === null ? {} : { [column]: Number(owner) };

/** Whether this is a browser in which the user is signed in. */
export const isSessionOf = (actor: Actor | null, userId: number): boolean =>
  actor?.kind === 'user' && actor.sessionId !== undefined && Number(actor.userId) === userId;

/** Throws `forbidden` unless the caller is an admin or the system. */
export function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw new AppError('forbidden', 'Only an admin can do this.');
}

/** Throws `invalid` for the system, which owns no data. */
export function userIdOf(actor: Actor): number {
  if (actor.kind === 'system') throw new AppError('invalid', 'This belongs to a user, and no user is given');
  return Number(actor.userId);
}

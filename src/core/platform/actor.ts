import type { Role, WorkspaceRole } from '#shared/auth.ts';
import type { McpWriteTool, TokenScope } from '#shared/tokens.ts';
import { AppError } from './errors.ts';

/**
 * The caller, in one workspace: `workspaceId` is the account whose data that is, and `member` the caller's role there. Without
 * them, it is the caller's own. `tokenId`, `tokenScope`, and `tokenTools` are set for an API token, `sessionId` for a browser, and
 * `stamp` for both: the account's security stamp that they were checked against. Every service method on
 * owned data takes the actor as its first parameter.
 */
export type Actor =
  | {
      kind: 'user';
      userId: string;
      role: Role;
      tokenId?: number;
      workspaceId?: string;
      member?: WorkspaceRole;
      tokenScope?: TokenScope;
      tokenTools?: readonly McpWriteTool[];
      sessionId?: string;
      /** Earshot, on this account's behalf: what it does isn't said to be the person's. */
      unattended?: true;
      stamp?: number;
    }
  | { kind: 'system' };

export const systemActor: Actor = { kind: 'system' };
export const isAdmin = (actor: Actor): boolean => actor.kind === 'system' || actor.role === 'admin';
/** The workspace that queries are limited to; null for the system, which sees everything. */
export const ownerOf = (actor: Actor): string | null => (actor.kind === 'system' ? null : (actor.workspaceId ?? actor.userId));
/** The person, for columns that say who did something; null for Earshot. */
export const doerOf = (actor: Actor): number | null => (actor.kind === 'system' || actor.unattended ? null : Number(actor.userId));

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

const noUser = () => new AppError('invalid', 'This belongs to a user, and no user is given');

/** The person, for what is theirs in every workspace. Throws `invalid` for the system, which owns no data. */
export function userIdOf(actor: Actor): number {
  if (actor.kind === 'system') throw noUser();
  return Number(actor.userId);
}

/** Whose data the caller works on: `user_id` of all but personal tables. Throws `invalid` for the system. */
export function workspaceOf(actor: Actor): number {
  if (actor.kind === 'system') throw noUser();
  return Number(actor.workspaceId ?? actor.userId);
}

/** Somebody's work in a workspace that a job goes on with; nobody's is the owner's. */
export const actingIn = (workspaceId: number, userId: number | null): Actor & { kind: 'user' } => ({
  kind: 'user',
  userId: String(userId ?? workspaceId),
  role: 'user',
  workspaceId: String(workspaceId),
});

const personal = /^\/?dashboard\/(?:admin|billing|feedback|reddit-health|settings)(?:[/?]|$)/;

/** A path of the app for links from outside: whoever is in another workspace is switched to this one. */
export const pathIn = (workspace: string, path: string): string =>
  personal.test(path) ? path : `${path}${path.includes('?') ? '&' : '?'}workspace=${workspace}`;

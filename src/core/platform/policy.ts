import type { GivenRole, WorkspaceRights, WorkspaceRole } from '#shared/auth.ts';
import type { Route } from '#shared/route.ts';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** What a role may do in a workspace. `read`: see everything. `work`: change what is found and written. `manage`: the rest. */
export type WorkspaceAction = 'read' | 'work' | 'manage';

const allowed: Record<WorkspaceRole, readonly WorkspaceAction[]> = {
  owner: ['read', 'work', 'manage'],
  admin: ['read', 'work', 'manage'],
  member: ['read', 'work'],
  viewer: ['read'],
};
/** Roles that a role may give, and whose holders it may change and remove. */
const gives: Record<WorkspaceRole, GivenRole[]> = {
  owner: ['admin', 'member', 'viewer'],
  admin: ['member', 'viewer'],
  member: [],
  viewer: [],
};

export const memberOf = (actor: Actor): WorkspaceRole => (actor.kind === 'system' ? 'owner' : (actor.member ?? 'owner'));
export const can = (role: WorkspaceRole, action: WorkspaceAction): boolean => allowed[role].includes(action);
export const mayGive = (role: WorkspaceRole, given: WorkspaceRole): boolean => (gives[role] as WorkspaceRole[]).includes(given);

/** For the browser, so that screens need not decide it again. */
export const rightsOf = (role: WorkspaceRole): WorkspaceRights => ({
  work: can(role, 'work'),
  manage: can(role, 'manage'),
  leave: role !== 'owner',
  give: gives[role],
});

/** Throws `forbidden` unless the role may do this. */
export function requireRight(role: WorkspaceRole, action: WorkspaceAction): void {
  if (can(role, action)) return;
  throw new AppError(
    'forbidden',
    action === 'manage' ? 'Only the owner and admins of this workspace can do this.' : 'You can only read in this workspace.',
  );
}

/** About the person or the instance, whatever workspace they are in; `/workspaces` checks the role in the one it names. */
const personal =
  /^\/(?:admin|assistants|auth|billing|companion\/code|demo|feedback|mcp|reddit\/activity|reddit-access|reddit-health-simple|reddit-oauth|reddit-vibe-analysis|roadmap|subreddits|tokens|voice|workspaces)(?:\/|$)/;
/** These change nothing of others, though they aren't GET. */
const reading = new Set(['POST /companion/score', 'POST /notifications/read', 'POST /posts/:id/reply-check', 'POST /rules/check']);
/** These take data out, or ask sites. */
const working = /^GET \/(?:leads|posts)\/export\.|^GET \/search\//;
const managing =
  /^DELETE \/campaigns\/:id$|^POST \/campaigns\/:id\/move$|^(?:POST|DELETE) \/campaigns\/:id\/feed$|^(?:POST|PATCH|DELETE) \/notifications\/channels|^POST \/approvals\/|^PUT \/reports\/brand$|^(?:POST|PATCH|DELETE) \/reports\/schedules/;

/** What a route does in the workspace; null if it isn't about one. A new route that changes something needs a role that works. */
export function actionOf({ access, method, path }: Pick<Route, 'access' | 'method' | 'path'>): WorkspaceAction | null {
  if (access !== 'user' || personal.test(path)) return null;
  const key = `${method} ${path}`;
  if (managing.test(key)) return 'manage';
  return (method === 'GET' || reading.has(key)) && !working.test(key) ? 'read' : 'work';
}

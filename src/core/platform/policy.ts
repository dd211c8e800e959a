import type { GivenRole, WorkspaceRights, WorkspaceRole } from '#shared/auth.ts';
import type { Route } from '#shared/route.ts';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/**
 * What a role may do in a workspace. `enter`: see the report, and the leads shown to clients. `read`: see everything. `work`: change
 * what is found and written. `manage`: the rest.
 */
export type WorkspaceAction = 'enter' | 'read' | 'work' | 'manage';

const allowed: Record<WorkspaceRole, readonly WorkspaceAction[]> = {
  owner: ['enter', 'read', 'work', 'manage'],
  admin: ['enter', 'read', 'work', 'manage'],
  member: ['enter', 'read', 'work'],
  viewer: ['enter', 'read'],
  client: ['enter'],
};
/** Roles that a role may give, and whose holders it may change and remove. */
const gives: Record<WorkspaceRole, GivenRole[]> = {
  owner: ['admin', 'member', 'viewer', 'client'],
  admin: ['member', 'viewer', 'client'],
  member: [],
  viewer: [],
  client: [],
};

export const memberOf = (actor: Actor): WorkspaceRole => (actor.kind === 'system' ? 'owner' : (actor.member ?? 'owner'));
export const can = (role: WorkspaceRole, action: WorkspaceAction): boolean => allowed[role].includes(action);
export const mayGive = (role: WorkspaceRole, given: WorkspaceRole): boolean => (gives[role] as WorkspaceRole[]).includes(given);

/** For the browser, so that screens need not decide it again. */
export const rightsOf = (role: WorkspaceRole): WorkspaceRights => ({
  read: can(role, 'read'),
  work: can(role, 'work'),
  manage: can(role, 'manage'),
  leave: role !== 'owner',
  give: gives[role],
});

/** Throws `forbidden` unless the role may do this. */
export function requireRight(role: WorkspaceRole, action: WorkspaceAction): void {
  if (can(role, action)) return;
  throw new AppError('forbidden', refusalOf(role, action));
}

function refusalOf(role: WorkspaceRole, action: WorkspaceAction): string {
  if (!can(role, 'read')) return 'You can only see the report and the leads shown to you in this workspace.';
  return action === 'manage' ? 'Only the owner and admins of this workspace can do this.' : 'You can only read in this workspace.';
}

/** About the person or the instance, whatever workspace they are in. */
const personal =
  /^\/(?:admin|assistants|billing|companion\/code|demo|feedback|mcp|reddit\/activity|reddit-access|reddit-health-simple|reddit-oauth|reddit-vibe-analysis|roadmap|subreddits|tokens|voice)(?:\/|$)/;
/**
 * All that clients reach: what is theirs as a person, and what is shown to them. `/workspaces` checks the role in the
 * one it names. A new route isn't theirs until it is listed here.
 */
const forClients = /^\/(?:auth|clients|workspaces)(?:\/|$)/;
/** These change nothing of others, though they aren't GET. */
const reading = new Set(['POST /companion/score', 'POST /notifications/read', 'POST /posts/:id/reply-check', 'POST /rules/check']);
/** These take data out, or ask sites. */
const working = /^GET \/(?:leads|posts)\/export\.|^GET \/search\//;
const managing =
  /^DELETE \/campaigns\/:id$|^POST \/campaigns\/:id\/move$|^(?:POST|DELETE) \/campaigns\/:id\/feed$|^(?:POST|PATCH|DELETE) \/notifications\/channels|^POST \/approvals\/|^PUT \/reports\/brand$|^(?:POST|PATCH|DELETE) \/reports\/schedules/;

/** What a route needs in the workspace; null if anybody in it may use it. A new route that changes something needs a role that works. */
export function actionOf({ access, method, path }: Pick<Route, 'access' | 'method' | 'path'>): WorkspaceAction | null {
  if (access !== 'user' || forClients.test(path)) return null;
  // Clients have only what is listed for them.
  if (personal.test(path)) return 'read';
  const key = `${method} ${path}`;
  if (managing.test(key)) return 'manage';
  return (method === 'GET' || reading.has(key)) && !working.test(key) ? 'read' : 'work';
}

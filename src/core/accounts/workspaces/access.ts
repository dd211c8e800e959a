import type { WorkspaceRole, ActiveWorkspace } from '#shared/auth.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { requireRight, type WorkspaceAction, can, rightsOf } from '#core/platform/policy.ts';
import type { AccountDeps } from '../deps.ts';
import {
  deleteMember,
  findRole,
  listMembersOf,
  type Membership,
  withdrawInvitationsBy,
  countClients,
  countMembers,
  findOwner,
  listMemberships,
  nameOf,
} from './queries.ts';

export type WorkspaceDeps = Pick<
  AccountDeps,
  'config' | 'db' | 'readDb' | 'bus' | 'log' | 'now' | 'limiter' | 'mailer' | 'writeAudit' | 'userData'
>;

export const missing = (what = 'Workspace') => new AppError('not_found', `${what} not found`);

/** Who somebody is in a workspace that they name. The system owns each. Throws `not_found` outside it, `forbidden`. */
export async function requireIn(
  db: Db | Trx,
  actor: Actor,
  { id, action }: { id: number; action: WorkspaceAction },
): Promise<WorkspaceRole> {
  const role = actor.kind === 'system' ? 'owner' : await findRole(db, { workspace_id: id, user_id: userIdOf(actor) });
  if (role === undefined) throw missing();
  requireRight(role, action);
  return role;
}

/** Tells whoever is in the workspace, and these people whatever they are in. */
export function createTelling({ bus, db }: Pick<AccountDeps, 'bus' | 'db'>) {
  return async (workspaceId: number, ...others: number[]): Promise<void> => {
    const members = await listMembersOf(db, workspaceId);
    for (const id of new Set([workspaceId, ...members.map(({ user_id }) => user_id), ...others])) {
      bus.emit('membership:changed', { userId: String(id) });
      bus.announce(String(id), ['workspaces-changed']);
    }
    // What somebody handed over by leaving.
    bus.announce(String(workspaceId), ['leads-changed', 'replies-changed', 'channels-changed']);
  };
}
export type Tell = ReturnType<typeof createTelling>;

/** Ends a membership and what else let them in. Their work stays: leads without an assignee, scheduled replies held. */
export async function leaveWorkspace(trx: Trx, { userData, now }: Pick<AccountDeps, 'userData' | 'now'>, of: Membership): Promise<void> {
  for (const leave of userData.leaveSteps) await leave(trx, of, now());
  await withdrawInvitationsBy(trx, of);
  await deleteMember(trx, of);
}

/** A workspace as the browser of one of its people needs it. Throws `not_found` for somebody who isn't. */
export async function readActive(db: Db, { userId, workspaceId }: { userId: number; workspaceId: number }): Promise<ActiveWorkspace> {
  const [role, owner, elsewhere, counts, clients] = await Promise.all([
    findRole(db, { workspace_id: workspaceId, user_id: userId }),
    findOwner(db, workspaceId),
    listMemberships(db, userId),
    countMembers(db, [workspaceId]),
    countClients(db, workspaceId),
  ]);
  if (!owner || role === undefined) throw new AppError('not_found', 'Workspace not found');
  return {
    id: String(owner.id),
    name: nameOf(owner),
    role,
    isOwn: workspaceId === userId,
    can: rightsOf(role),
    others: elsewhere.length,
    members: 1 + (counts.get(owner.id) ?? 0),
    // They don't learn of each other.
    clients: can(role, 'read') ? clients : 0,
    approvesReplies: owner.approves_replies === 1,
    assignsInTurn: owner.assigns_in_turn === 1,
  };
}

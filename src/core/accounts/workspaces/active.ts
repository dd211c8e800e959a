import type { ActiveWorkspace } from '#shared/auth.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { can, rightsOf } from '#core/platform/policy.ts';
import { countClients, countMembers, findOwner, findRole, listMemberships, nameOf } from './queries.ts';

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

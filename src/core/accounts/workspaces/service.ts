import type { ActiveWorkspace, GivenRole } from '#shared/auth.ts';
import type { Member, Workspace, WorkspaceUpdate } from '#shared/workspaces.ts';
import { type Actor, doerOf, requireAdmin, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { can, mayGive } from '#core/platform/policy.ts';
import { keyOf } from '../look-alikes.ts';
import { findUser } from '../queries.ts';
import { createTelling, leaveWorkspace, missing, requireIn, type Tell, type WorkspaceDeps, readActive } from './access.ts';
import { createInvitations } from './invitations.ts';
import {
  changeRole,
  changeWorkspace,
  countMembers,
  endPrograms,
  enterWorkspace,
  findMembership,
  findOwner,
  listMemberships,
  listMembersOf,
  nameOf,
  withdrawInvitationsBy,
  type WorkspaceOf,
} from './queries.ts';

/** Their role; throws unless the actor may change it. */
async function getBelow(trx: Trx, actor: Actor, { id, userId }: { id: string; userId: string }): Promise<GivenRole> {
  const own = await requireIn(trx, actor, { id: Number(id), action: 'manage' });
  const found = await findMembership(trx, { workspace_id: Number(id), user_id: Number(userId) });
  if (!found) throw missing('Member');
  if (!mayGive(own, found.role)) throw new AppError('forbidden', 'You can only change members below you.');
  return found.role;
}

function createMembers(deps: WorkspaceDeps, tell: Tell) {
  const { db, readDb, now, writeAudit, userData } = deps;

  async function members(actor: Actor, id: string): Promise<{ items: Member[] }> {
    const role = await requireIn(readDb, actor, { id: Number(id), action: 'read' });
    const owner = await findOwner(readDb, Number(id));
    if (!owner) throw missing();
    const self = doerOf(actor);
    const others = (await listMembersOf(readDb, owner.id)).map((row) => ({
      id: String(row.user_id),
      username: row.username,
      role: row.role,
      isYou: row.user_id === self,
      canChange: row.user_id !== self && mayGive(role, row.role),
      joinedAt: isoTime(row.created_at),
    }));
    const first = { id: String(owner.id), username: owner.username, role: 'owner', isYou: owner.id === self } as const;
    return { items: [{ ...first, canChange: false, joinedAt: isoTime(owner.created_at) }, ...others] };
  }

  return {
    members,

    async changeMember(actor: Actor, { id, userId }: { id: string; userId: string }, role: GivenRole): Promise<Member> {
      const of = { workspace_id: Number(id), user_id: Number(userId) };
      await transact(db, async (trx) => {
        await getBelow(trx, actor, { id, userId });
        if (!mayGive(await requireIn(trx, actor, { id: Number(id), action: 'manage' }), role))
          throw new AppError('forbidden', 'You can only give roles below your own.');
        await changeRole(trx, of, role);
        if (role !== 'admin') await withdrawInvitationsBy(trx, of);
        // Who only reads sends nothing.
        if (!can(role, 'work')) for (const leave of userData.leaveSteps) await leave(trx, of, now());
        if (!can(role, 'read')) await endPrograms(trx, of);
      });
      await writeAudit(actor, { action: 'member-role-changed', target: `user:${userId}`, details: { role, workspace: id } });
      await tell(Number(id));
      const member = (await members(actor, id)).items.find((one) => one.id === userId);
      if (!member) throw missing('Member');
      return member;
    },

    /** Somebody below the actor, or the actor, who leaves. */
    async removeMember(actor: Actor, { id, userId }: { id: string; userId: string }): Promise<null> {
      const of = { workspace_id: Number(id), user_id: Number(userId) };
      await transact(db, async (trx) => {
        if (actor.kind === 'user' && actor.userId === userId) {
          const role = await requireIn(trx, actor, { id: Number(id), action: 'enter' });
          if (role === 'owner') throw new AppError('conflict', "This workspace is your account's, so you can't leave it.");
        } else await getBelow(trx, actor, { id, userId });
        await leaveWorkspace(trx, deps, of);
      });
      await writeAudit(actor, { action: 'member-removed', target: `user:${userId}`, details: { workspace: id } });
      await tell(Number(id), Number(userId));
      return null;
    },
  };
}

function createChanging(
  { db, writeAudit }: WorkspaceDeps,
  { tell, list }: { tell: Tell; list: (actor: Actor) => Promise<{ items: Workspace[] }> },
) {
  return async function change(actor: Actor, id: string, { name, ...settings }: WorkspaceUpdate): Promise<Workspace> {
    await requireIn(db, actor, { id: Number(id), action: 'manage' });
    const { approvesReplies, assignsInTurn } = settings;
    await changeWorkspace(db, Number(id), {
      ...(name !== undefined && { workspace_name: name }),
      ...(approvesReplies !== undefined && { approves_replies: approvesReplies ? 1 : 0 }),
      ...(assignsInTurn !== undefined && { assigns_in_turn: assignsInTurn ? 1 : 0 }),
    });
    const isChanged = Object.keys(settings).length > 0;
    await writeAudit(actor, { action: isChanged ? 'workspace-changed' : 'workspace-renamed', target: `user:${id}`, details: settings });
    await tell(Number(id));
    const changed = (await list(actor)).items.find((one) => one.id === id);
    if (!changed) throw missing();
    return changed;
  };
}

/** Who works in whose data: an account's own is its workspace, to which it can invite others. */
export function createWorkspaces(deps: WorkspaceDeps) {
  const { db, readDb, bus } = deps;
  const tell = createTelling(deps);

  async function present(rows: readonly WorkspaceOf[], { self, active }: { self: number; active: number }): Promise<Workspace[]> {
    const counts = await countMembers(
      readDb,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: String(row.id),
      name: nameOf(row),
      role: row.role,
      isOwn: row.id === self,
      isActive: row.id === active,
      members: 1 + (counts.get(row.id) ?? 0),
      approvesReplies: row.approves_replies === 1,
      assignsInTurn: row.assigns_in_turn === 1,
    }));
  }

  async function list(actor: Actor): Promise<{ items: Workspace[] }> {
    const self = userIdOf(actor);
    const own = await findOwner(readDb, self);
    if (!own) throw missing('Account');
    const rows: WorkspaceOf[] = [{ ...own, role: 'owner' }, ...(await listMemberships(readDb, self))];
    return { items: await present(rows, { self, active: workspaceOf(actor) }) };
  }

  return {
    ...createInvitations(deps, tell),
    ...createMembers(deps, tell),
    list,

    /** For the command line: the account with this address. Throws `not_found`. */
    async findByEmail(actor: Actor, email: string): Promise<{ id: string; username: string }> {
      requireAdmin(actor);
      const user = await findUser(db, { email_key: keyOf(email) });
      if (!user) throw new AppError('not_found', `Account ${email} not found`);
      return { id: String(user.id), username: user.username };
    },

    /** Moves the session; its other windows follow. */
    async activate(actor: Actor, id: string): Promise<ActiveWorkspace> {
      if (actor.kind !== 'user' || actor.sessionId === undefined) throw new AppError('forbidden', 'Only a session can switch.');
      const { sessionId } = actor;
      await transact(db, async (trx) => {
        await requireIn(trx, actor, { id: Number(id), action: 'enter' });
        await enterWorkspace(trx, Number(sessionId), id === actor.userId ? null : Number(id));
      });
      bus.emit('membership:changed', { userId: actor.userId });
      return readActive(db, { userId: userIdOf(actor), workspaceId: Number(id) });
    },

    change: createChanging(deps, { tell, list }),
  };
}
export type Workspaces = ReturnType<typeof createWorkspaces>;

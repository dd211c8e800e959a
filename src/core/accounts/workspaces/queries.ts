import type { GivenRole, WorkspaceRole } from '#shared/auth.ts';
import { can, type WorkspaceAction } from '#core/platform/policy.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import type { Merge } from '../user-data.ts';
import type { UsersRow, WorkspaceInvitationsRow, WorkspaceMembersRow } from '../tables.ts';

export type Membership = Pick<WorkspaceMembersRow, 'workspace_id' | 'user_id'>;

export const findMembership = (db: Db | Trx, of: Membership): Promise<WorkspaceMembersRow | undefined> =>
  db('workspace_members').where(of).first('workspace_id', 'user_id', 'role', 'created_at');

type Owner = Pick<UsersRow, 'id' | 'username' | 'workspace_name' | 'approves_replies' | 'assigns_in_turn' | 'created_at'>;
const ownerColumns = ['id', 'username', 'workspace_name', 'approves_replies', 'assigns_in_turn', 'created_at'] as const;

/** The account whose data a workspace is, while it is enabled. */
export const findOwner = (db: Db | Trx, id: number): Promise<Owner | undefined> =>
  db('users')
    .where({ id, disabled: 0 })
    .first(...ownerColumns);

export const nameOf = ({ workspace_name, username }: Pick<Owner, 'workspace_name' | 'username'>): string => workspace_name ?? username;

/** What somebody is in a workspace; undefined outside it, and while its owner is disabled. */
export async function findRole(db: Db | Trx, of: Membership): Promise<WorkspaceRole | undefined> {
  if (of.workspace_id === of.user_id) return 'owner';
  const row = await db('workspace_members')
    .join('users', 'users.id', 'workspace_members.workspace_id')
    .where('workspace_members.workspace_id', of.workspace_id)
    .where('workspace_members.user_id', of.user_id)
    .where('users.disabled', 0)
    .first<{ role: GivenRole } | undefined>('workspace_members.role');
  return row?.role;
}

export interface WorkspaceOf extends Owner {
  role: WorkspaceRole;
}

/** All of somebody's, those of disabled owners included. */
export const listWorkspacesOf = (trx: Trx, userId: number): Promise<number[]> =>
  trx('workspace_members').where({ user_id: userId }).pluck<number[]>('workspace_id').limit(10_000);

/** Workspaces of others that somebody is a member of, by name of their owner. */
export const listMemberships = (db: Db | Trx, userId: number): Promise<(Owner & { role: GivenRole })[]> =>
  db('workspace_members')
    .join('users', 'users.id', 'workspace_members.workspace_id')
    .where('workspace_members.user_id', userId)
    .where('users.disabled', 0)
    .orderBy('users.username_key')
    .select<(Owner & { role: GivenRole })[]>([...ownerColumns.map((column) => `users.${column}`), 'workspace_members.role'])
    .limit(1000);

/** Workspace → members, without its owner and clients. */
export async function countMembers(db: Db | Trx, ids: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const some of chunked(ids, 1)) {
    const rows = await db('workspace_members')
      .whereIn('workspace_id', some)
      .whereNot('role', 'client')
      .groupBy('workspace_id')
      .select<{ workspace_id: number; n: number }[]>('workspace_id', db.raw('count(*) as n'))
      .limit(some.length);
    for (const { workspace_id, n } of rows) counts.set(workspace_id, n);
  }
  return counts;
}

export async function countClients(db: Db | Trx, workspaceId: number): Promise<number> {
  const row = await db('workspace_members').where({ workspace_id: workspaceId, role: 'client' }).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

export const listMembersOf = (
  db: Db | Trx,
  id: number,
): Promise<(Pick<WorkspaceMembersRow, 'user_id' | 'role' | 'created_at'> & Pick<UsersRow, 'username'>)[]> =>
  db('workspace_members')
    .join('users', 'users.id', 'workspace_members.user_id')
    .where('workspace_members.workspace_id', id)
    .orderBy('users.username_key')
    .select('workspace_members.user_id', 'workspace_members.role', 'workspace_members.created_at', 'users.username')
    .limit(1000);

export const changeWorkspace = async (
  db: Db,
  id: number,
  changes: Partial<Pick<UsersRow, 'workspace_name' | 'approves_replies' | 'assigns_in_turn'>>,
): Promise<void> => void (await db('users').where({ id }).update(changes));

/** Who could approve a reply that this person writes: nobody where replies aren't approved, or nobody else has the right. */
export async function listApprovers(db: Db | Trx, { workspace_id, user_id }: Membership): Promise<number[]> {
  const owner = await findOwner(db, workspace_id);
  if (!owner || owner.approves_replies === 0) return [];
  return [owner, ...(await listAble(db, workspace_id, 'manage'))].map(({ id }) => id).filter((id) => id !== user_id);
}

/** Members, by account, whose role may do this. */
async function listAble(db: Db | Trx, workspaceId: number, action: WorkspaceAction): Promise<Pick<UsersRow, 'id' | 'username'>[]> {
  const members = await db('workspace_members')
    .join('users', 'users.id', 'workspace_members.user_id')
    .where('workspace_members.workspace_id', workspaceId)
    .where('users.disabled', 0)
    .orderBy('users.id')
    .select('users.id', 'users.username', 'workspace_members.role')
    .limit(1000);
  return members.filter(({ role }) => can(role, action));
}

/** Whose turn it is for so many new leads: one after the other, by account; nobody where leads aren't assigned in turn. */
export async function takeTurns(trx: Trx, workspaceId: number, count: number): Promise<Pick<UsersRow, 'id' | 'username'>[]> {
  const owner = await trx('users').where({ id: workspaceId, disabled: 0, assigns_in_turn: 1 }).first('id', 'username', 'last_turn');
  if (!owner || count === 0) return [];
  const people = [owner, ...(await listAble(trx, workspaceId, 'work'))].toSorted((one, other) => one.id - other.id);
  const next = people.findIndex(({ id }) => id > (owner.last_turn ?? 0));
  const turns = Array.from({ length: count }, (_, turn) => people[(Math.max(0, next) + turn) % people.length] ?? owner);
  await trx('users')
    .where({ id: workspaceId })
    .update({ last_turn: turns.at(-1)?.id ?? null });
  return turns;
}

export const insertMember = async (trx: Trx, row: WorkspaceMembersRow): Promise<void> => void (await trx('workspace_members').insert(row));

export const changeRole = async (trx: Trx, of: Membership, role: GivenRole): Promise<void> =>
  void (await trx('workspace_members').where(of).update({ role }));

/** Programs that act for somebody in a workspace, and codes that would let one in. */
export async function endPrograms(trx: Trx, { workspace_id, user_id }: Membership): Promise<void> {
  await trx('api_tokens').where({ workspace_id, user_id }).delete();
  await trx('pairing_codes').where({ workspace_id, user_id }).delete();
  await trx('oauth_codes').where({ workspace_id, user_id }).delete();
}

/** With all that let them in: tokens, and where their sessions are. */
export async function deleteMember(trx: Trx, { workspace_id, user_id }: Membership): Promise<void> {
  await trx('workspace_members').where({ workspace_id, user_id }).delete();
  await endPrograms(trx, { workspace_id, user_id });
  await trx('sessions').where({ workspace_id, user_id }).update({ workspace_id: null });
}

/** Whoever made a link could come back with it. */
export const withdrawInvitationsBy = async (trx: Trx, { workspace_id, user_id }: Membership): Promise<void> =>
  void (await trx('workspace_invitations').where({ workspace_id, created_by: user_id }).whereNull('used_at').delete());

export const enterWorkspace = async (db: Db | Trx, sessionId: number, workspaceId: number | null): Promise<void> =>
  void (await db('sessions').where({ id: sessionId }).update({ workspace_id: workspaceId }));

export type Invitation = Omit<WorkspaceInvitationsRow, 'token_hash' | 'used_at'>;
const invitationColumns = ['id', 'workspace_id', 'role', 'email', 'created_by', 'created_at', 'expires_at'] as const;
const openInvitations = (db: Db | Trx, now: number) => db('workspace_invitations').whereNull('used_at').andWhere('expires_at', '>', now);

/** Newest first; those that were used or expired are gone. */
export const listInvitations = (db: Db | Trx, workspaceId: number, now: number): Promise<Invitation[]> =>
  openInvitations(db, now)
    .where({ workspace_id: workspaceId })
    .orderBy('id', 'desc')
    .select(...invitationColumns)
    .limit(1000);

export const findInvitation = (db: Db | Trx, hash: string, now: number): Promise<Invitation | undefined> =>
  openInvitations(db, now)
    .where({ token_hash: hash })
    .first(...invitationColumns);

export async function insertInvitation(trx: Trx, row: Omit<WorkspaceInvitationsRow, 'id' | 'used_at'>): Promise<number> {
  await trx('workspace_invitations').where('expires_at', '<=', row.created_at).delete();
  const [made] = await trx('workspace_invitations').insert(row).returning('id');
  if (!made) throw new Error('The database gave a new invitation no id');
  return made.id;
}

/** A single conditional update, so that of several at once only one gets true. */
export const useInvitation = async (trx: Trx, id: number, now: number): Promise<boolean> =>
  (await openInvitations(trx, now).where({ id }).update({ used_at: now })) === 1;

export const deleteInvitationOf = async (trx: Trx, of: { id: number; workspace_id: number }): Promise<boolean> =>
  (await trx('workspace_invitations').where(of).whereNull('used_at').delete()) === 1;

const ranks: Record<GivenRole, number> = { admin: 3, member: 2, viewer: 1, client: 0 };

/** Puts a membership in another's place; of two, the one that allows more stays. */
async function takePlace(trx: Trx, row: WorkspaceMembersRow, place: Membership): Promise<void> {
  await trx('workspace_members').where({ workspace_id: row.workspace_id, user_id: row.user_id }).delete();
  if (place.workspace_id === place.user_id) return;
  const held = await findMembership(trx, place);
  if (!held) await insertMember(trx, { ...row, ...place });
  else if (ranks[row.role] > ranks[held.role]) await changeRole(trx, place, row.role);
}

/** Of two accounts that become one: where they are members, and who is a member of them. */
export async function mergeMemberships(trx: Trx, { from, to }: Merge): Promise<void> {
  const rows = await trx('workspace_members')
    .where({ user_id: from })
    .orWhere({ workspace_id: from })
    .select('workspace_id', 'user_id', 'role', 'created_at')
    .limit(10_000);
  const now = (id: number) => (id === from ? to : id);
  for (const row of rows) await takePlace(trx, row, { workspace_id: now(row.workspace_id), user_id: now(row.user_id) });
  await trx('workspace_invitations').where({ workspace_id: from }).whereNull('used_at').delete();
}

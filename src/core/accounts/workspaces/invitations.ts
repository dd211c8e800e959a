import type { ActiveWorkspace, GivenRole } from '#shared/auth.ts';
import { dayMs } from '#shared/time.ts';
import {
  invitationDays,
  type MadeInvitation,
  maxInvitations,
  maxMembers,
  type NewInvitation,
  type OpenInvitation,
  type WorkspaceInvitation,
} from '#shared/workspaces.ts';
import { type Actor, doerOf, userIdOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { mayGive } from '#core/platform/policy.ts';
import { workspaceEmail } from '../emails.ts';
import { keyOf } from '../look-alikes.ts';
import { requireSeatFor } from '../plans/queries.ts';
import { listPeople } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import { getOwner } from '../security-stamp.ts';
import { hashOf, newSecret } from '../secret.ts';
import { languageFor } from '../user.ts';
import { missing, requireIn, type Tell, type WorkspaceDeps, readActive } from './access.ts';
import {
  deleteInvitationOf,
  enterWorkspace,
  findInvitation,
  findOwner,
  findRole,
  insertInvitation,
  insertMember,
  type Invitation,
  listInvitations,
  listMembersOf,
  nameOf,
  useInvitation,
} from './queries.ts';

const ended = () => new AppError('not_found', 'This invitation was used, withdrawn, or has expired. Ask for a new one.');

async function present(readDb: Db, rows: readonly Invitation[]): Promise<WorkspaceInvitation[]> {
  const people = await listPeople(
    readDb,
    rows.map(({ created_by }) => created_by),
  );
  return rows.map((row) => ({
    id: String(row.id),
    role: row.role,
    email: row.email,
    createdBy: (row.created_by === null ? undefined : people.get(row.created_by)) ?? null,
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
  }));
}

async function sendLink(
  { readDb, mailer, log }: WorkspaceDeps,
  { email, role }: Pick<Invitation, 'email' | 'role'>,
  { workspace, link, actor }: { workspace: string; link: string; actor: Actor },
): Promise<boolean> {
  if (email === null || !mailer.isConfigured) return false;
  try {
    const language = await languageFor(readDb, actor, email);
    await mailer.send(workspaceEmail(email, { workspace, role, link, days: invitationDays, language }));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ reason: error.message }, 'could not email an invitation');
    return false;
  }
}

/** Throws for an invitation that was used, is for somebody else, or whose workspace is full. */
async function join(trx: Trx, actor: Actor, { token, now }: { token: string; now: number }): Promise<number> {
  const person = await getOwner(trx, actor);
  const found = await findInvitation(trx, hashOf(token), now);
  const owner = found && (await findOwner(trx, found.workspace_id));
  if (!found || !owner) throw ended();
  if (found.email !== null && keyOf(found.email) !== person.email_key)
    throw new AppError('forbidden', `This invitation is for ${found.email}. Log in with that address to accept it.`);
  const of = { workspace_id: owner.id, user_id: person.id };
  if ((await findRole(trx, of)) !== undefined) throw new AppError('conflict', "You're in this workspace already.");
  if ((await listMembersOf(trx, owner.id)).length >= maxMembers)
    throw new AppError('conflict', `A workspace can have at most ${maxMembers} members.`);
  await requireSeatFor(trx, of);
  if (!(await useInvitation(trx, found.id, now))) throw ended();
  await insertMember(trx, { ...of, role: found.role, created_at: now });
  if (actor.kind === 'user' && actor.sessionId !== undefined) await enterWorkspace(trx, Number(actor.sessionId), owner.id);
  return owner.id;
}

interface New {
  id: number;
  role: GivenRole;
  email: string | null;
  token: string;
  now: number;
}

/** Throws `forbidden` for a role that the actor may not give, and without a seat, `conflict` for too many, `unauthenticated`. */
async function make(trx: Trx, actor: Actor, { id, role, email, token, now }: New): Promise<{ row: Invitation; workspace: string }> {
  if (actor.kind === 'user') await getOwner(trx, actor);
  const own = await requireIn(trx, actor, { id, action: 'manage' });
  if (!mayGive(own, role)) throw new AppError('forbidden', 'You can only give roles below your own.');
  const owner = await findOwner(trx, id);
  if (!owner) throw missing();
  if ((await listInvitations(trx, id, now)).length >= maxInvitations)
    throw new AppError('conflict', `At most ${maxInvitations} invitations can be open. Withdraw one first.`);
  await requireSeatFor(trx, { workspace_id: id, user_id: null });
  const expires_at = now + invitationDays * dayMs;
  const given = { workspace_id: id, role, email, created_by: doerOf(actor), created_at: now, expires_at };
  return { row: { ...given, id: await insertInvitation(trx, { ...given, token_hash: hashOf(token) }) }, workspace: nameOf(owner) };
}

/** Invitations to a workspace: by a link that works once, or by an email with it. */
export function createInvitations(deps: WorkspaceDeps, tell: Tell) {
  const { config, db, readDb, now, limiter, writeAudit } = deps;
  return {
    async invitations(actor: Actor, id: string): Promise<{ items: WorkspaceInvitation[] }> {
      await requireIn(readDb, actor, { id: Number(id), action: 'manage' });
      return { items: await present(readDb, await listInvitations(readDb, Number(id), now())) };
    },

    /** Emails the link if there is an address and an email server. Throws `forbidden` for a role that the actor may not give. */
    async invite(
      actor: Actor,
      id: string,
      { role, email = null }: Pick<NewInvitation, 'role'> & { email?: string | null | undefined },
    ): Promise<MadeInvitation> {
      await requireIn(readDb, actor, { id: Number(id), action: 'manage' });
      if (actor.kind === 'user') await limiter.invite(actor.userId);
      const token = newSecret();
      const asked = { id: Number(id), role, email, token, now: now() };
      const { row, workspace } = await transact(db, (trx) => make(trx, actor, asked));
      await writeAudit(actor, { action: 'member-invited', target: `user:${id}`, details: { role } });
      const link = `${ownOrigin(config)}/invitation/${token}`;
      const [shown] = await present(readDb, [row]);
      if (!shown) throw missing('Invitation');
      return { ...shown, link, mailed: await sendLink(deps, row, { workspace, link, actor }) };
    },

    async withdraw(actor: Actor, id: string, invitationId: string): Promise<null> {
      await transact(db, async (trx) => {
        await requireIn(trx, actor, { id: Number(id), action: 'manage' });
        if (!(await deleteInvitationOf(trx, { id: Number(invitationId), workspace_id: Number(id) }))) throw missing('Invitation');
      });
      return null;
    },

    /** Throws `not_found` for a link that is wrong, used, or expired. */
    async openInvitation(token: string): Promise<OpenInvitation> {
      const found = await findInvitation(readDb, hashOf(token), now());
      const owner = found && (await findOwner(readDb, found.workspace_id));
      if (!found || !owner) throw ended();
      const people = await listPeople(readDb, [found.created_by]);
      const by = found.created_by === null ? null : (people.get(found.created_by)?.username ?? null);
      return { workspace: nameOf(owner), role: found.role, by, email: found.email, expiresAt: isoTime(found.expires_at) };
    },

    async accept(actor: Actor, token: string): Promise<ActiveWorkspace> {
      const id = await transact(db, (trx) => join(trx, actor, { token, now: now() }));
      await writeAudit(actor, { action: 'member-joined', target: `user:${id}` });
      await tell(id);
      return readActive(db, { userId: userIdOf(actor), workspaceId: id });
    },
  };
}

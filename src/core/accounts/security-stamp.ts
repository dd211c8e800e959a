import type { CoreContext } from '#core/context.ts';
import { type Actor, workspaceOf } from '#core/platform/actor.ts';
import { transact, type Db, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { findUser, type UserRow, rotateStamp, type Kept } from './queries.ts';
import type { UserData } from './user-data.ts';
import { findMembership } from './workspaces/queries.ts';

export type { Kept };

export const allKept: readonly Kept[] = ['passkeys', 'programs'];
type Stamped = Pick<UserRow, 'disabled' | 'security_stamp'>;

/**
 * Sessions, API tokens, passkeys and their challenges, feeds, shared reports, known browsers, and links that reset a password or confirm an address
 * carry the stamp that their account had when they were made. This is their one check: they work while the stamp is the same, and
 * the account is enabled. Links that undo a change of the address have none, because whoever took the account could end them.
 */
export const isCurrent = <T extends Stamped>(owner: T | undefined, stamp: number): owner is T =>
  owner?.disabled === 0 && owner.security_stamp === stamp;

export const sessionEnded = () => new AppError('unauthenticated', 'Your session has ended. Sign in again.');

/**
 * The actor's own account. In the transaction that gives out something new, so that a request that was under way during a rotation
 * leaves nothing behind. Throws `unauthenticated` if a rotation has ended what the actor came with, `not_found` for the system.
 */
export async function getOwner(db: Db | Trx, actor: Actor): Promise<UserRow> {
  const user = actor.kind === 'user' ? await findUser(db, { id: Number(actor.userId) }) : undefined;
  if (!user || actor.kind !== 'user') throw new AppError('not_found', 'Account not found');
  if (actor.stamp !== undefined && !isCurrent(user, actor.stamp)) throw sessionEnded();
  return user;
}

/**
 * The account whose data the actor's workspace is, for links that end with that account's access. Throws as `getOwner`, and
 * `forbidden` for somebody who left the workspace meanwhile.
 */
export async function getWorkspace(db: Db | Trx, actor: Actor): Promise<UserRow> {
  const person = await getOwner(db, actor);
  const id = workspaceOf(actor);
  if (id === person.id) return person;
  const isMember = (await findMembership(db, { workspace_id: id, user_id: person.id })) !== undefined;
  const owner = isMember ? await findUser(db, { id }) : undefined;
  if (!owner) throw new AppError('forbidden', 'You are no longer a member of this workspace.');
  return owner;
}

export function createStamps({ db, bus, userData }: Pick<CoreContext, 'db' | 'bus'> & { userData: UserData }) {
  return {
    /** Makes a change and ends all access to the account, in one transaction, connected sockets included. Returns the account. */
    async rotate(userId: number, change: (trx: Trx) => Promise<unknown>, kept: readonly Kept[] = []): Promise<UserRow> {
      const user = await transact(db, async (trx) => {
        await change(trx);
        return rotateStamp(trx, userData, { userId, kept });
      });
      bus.emit('session:ended', { userId: String(userId) });
      return user;
    },
  };
}
export type Stamps = ReturnType<typeof createStamps>;

import type { Now } from '#core/platform/clock.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { digestOf } from '../digest.ts';
import type { BetaApplicationsRow } from '../tables.ts';
import { keyOf } from '../key.ts';
import { findApplication, markRegistered } from './queries.ts';

const used = () =>
  new AppError('invalid', 'This invitation was already used to create an account. Log in, or ask whoever invited you for a new one.');

/** Throws `invalid` for a link that is unknown, expired, or was used to register. */
export async function getInvitation(db: Db | Trx, token: string, now: number): Promise<BetaApplicationsRow> {
  const row = await findApplication(db, { token_hash: digestOf(token) });
  if (row && row.registered_at !== null) throw used();
  if (!row || (row.token_expires_at ?? 0) <= now)
    throw new AppError('invalid', 'This invitation has expired or was replaced. Ask whoever invited you for a new one.');
  return row;
}

/** What a registration with an invitation asks. An invitation is bound to its token, not to whoever types its address. */
export function createInvitations(now: Now) {
  async function check(db: Db | Trx, { invitation, email }: { invitation: string; email: string }): Promise<BetaApplicationsRow> {
    const row = await getInvitation(db, invitation, now());
    if (row.email_key === keyOf(email)) return row;
    const message = 'This invitation was sent to another email address. Register with that one.';
    throw new AppError('invalid', message, { details: [{ path: 'email', message }] });
  }
  return {
    /** Before the password is hashed. */
    check: (db: Db, given: { invitation: string; email: string }): Promise<unknown> => check(db, given),
    /** Uses it up, for one of several concurrent callers. */
    async use(trx: Trx, given: { invitation: string; email: string }): Promise<void> {
      if (!(await markRegistered(trx, await check(trx, given), now()))) throw used();
    },
  };
}
export type Invitations = ReturnType<typeof createInvitations>;

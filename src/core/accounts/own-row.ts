import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import type { UserRow } from './queries.ts';
import { getOwner } from './security-stamp.ts';

const noPassword = () => {
  const message = 'Your account has no password yet. Get a link to set one under Settings → Security.';
  return new AppError('invalid', message, { details: [{ path: 'currentPassword', message }] });
};

/** A user's own row, and the proof that it is the user who asks. */
export function createOwnRow({ db, limiter, passwords, writeAudit }: Pick<AccountDeps, 'db' | 'limiter' | 'passwords' | 'writeAudit'>) {
  const getRow = (actor: Actor): Promise<UserRow> => getOwner(db, actor);

  /** Throws `invalid` without the password, and `too_many` after several wrong ones. */
  async function requirePassword(
    actor: Actor | null,
    user: UserRow,
    { given, otherwise }: { given: string | undefined; otherwise: string },
  ): Promise<void> {
    if (user.password_hash === '') throw noPassword();
    const attempt = given === undefined ? null : await limiter.ownPassword(String(user.id));
    if (given === undefined || !(await passwords.verify(given, user.password_hash, { userId: String(user.id) }))) {
      if (attempt) await writeAudit(actor, { action: 'password-change-failed', target: `user:${user.id}` });
      const message = given === undefined ? otherwise : 'Wrong current password';
      throw new AppError('invalid', message, { details: [{ path: 'currentPassword', message }] });
    }
    await attempt?.succeed();
  }

  return { getRow, requirePassword };
}

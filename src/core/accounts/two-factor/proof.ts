import type { TwoFactorProof } from '#shared/two-factor.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import { createOwnRow } from '../own-row.ts';
import type { UserRow } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import type { TwoFactorRow } from '../tables.ts';
import { takeCode, wrongCode } from './check.ts';

/** What all changes of two-factor sign-in take, and the email that tells of them. */
export function createProof(deps: AccountDeps) {
  const { config, db, limiter, mailer, later } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);

  /** Throws `invalid` for a wrong password or code, and `too_many` after several. */
  async function requireProof(actor: Actor, { user, row }: { user: UserRow; row: TwoFactorRow }, proof: TwoFactorProof): Promise<void> {
    await requirePassword(actor, user, { given: proof.currentPassword, otherwise: 'Enter your password' });
    const attempt = await limiter.code(String(user.id), 'settings');
    if ((await takeCode(db, deps, { row, code: proof.code })) === null) throw wrongCode('invalid');
    await attempt.succeed();
  }

  const sendEmail = (user: UserRow, change: 'on' | 'off') => {
    if (mailer.isConfigured)
      later('could not tell of a changed sign-in', () => mailer.send(signInChangedEmail(user, change, ownOrigin(config))));
  };

  return { getRow, requireProof, sendEmail };
}

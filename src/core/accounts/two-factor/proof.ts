import type { PasskeyProof } from '#shared/passkeys.ts';
import type { TwoFactorProof } from '#shared/two-factor.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import { createOwnRow } from '../own-row.ts';
import type { UserRow } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import type { TwoFactorRow } from '../tables.ts';
import { missingCode, takeCode, wrongCode } from './check.ts';

/** What all changes of two-factor login take, and the email that tells of them. */
export function createProof(deps: AccountDeps) {
  const { config, db, limiter, mailer, later } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);

  async function requireCode(row: TwoFactorRow, code: string): Promise<void> {
    const attempt = await limiter.code(String(row.user_id), 'settings');
    if ((await takeCode(db, deps, { row, code })) === null) throw wrongCode('invalid');
    await attempt.succeed();
  }

  /** Throws `invalid` for a wrong password or code, and `too_many` after several. */
  async function requireProof(actor: Actor, { user, row }: { user: UserRow; row: TwoFactorRow }, proof: TwoFactorProof): Promise<void> {
    await requirePassword(actor, user, { given: proof.currentPassword, otherwise: 'Enter your password' });
    await requireCode(row, proof.code);
  }

  /** The password, and a code if two-factor login is on. Throws as `requireProof` does. */
  async function requireOwner(
    actor: Actor,
    { user, row }: { user: UserRow; row: TwoFactorRow | undefined },
    { currentPassword, code }: PasskeyProof,
  ): Promise<void> {
    await requirePassword(actor, user, { given: currentPassword, otherwise: 'Enter your password' });
    if (!row || row.enabled_at === null) return;
    if (code === undefined) throw missingCode('invalid');
    await requireCode(row, code);
  }

  const sendEmail = (user: UserRow, change: 'on' | 'onKept' | 'off' | 'reset') => {
    if (mailer.isConfigured) later('email about a changed sign-in', () => mailer.send(signInChangedEmail(user, change, ownOrigin(config))));
  };

  return { getRow, requireProof, requireOwner, sendEmail };
}

import { AppError } from '#core/platform/errors.ts';
import { noBrowser } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { passwordChangedEmail, resetEmail } from './emails.ts';
import { findReset, findUser, updateUser, useReset } from './queries.ts';
import { refuseGuessable } from './passwords.ts';
import { hashOf } from './secret.ts';
import { ownOrigin, type ResetLinks } from './reset-links.ts';
import { isCurrent } from './security-stamp.ts';
import { keyOf } from './look-alikes.ts';

const sameAnswer = { message: 'If an account with this email address exists, we have sent it a link to set a new password.' };

/** Resets passwords by link. Work that could reveal who has an account happens after the response. */
export function createRecovery(deps: AccountDeps & { links: ResetLinks }) {
  const { config, db, stamps, log, now, limiter, mailer, passwords, writeAudit, links, later } = deps;

  async function answerLater(emailKey: string, address: string): Promise<void> {
    const user = await findUser(db, { email_key: emailKey });
    await writeAudit(null, { action: 'reset-asked', target: user ? `user:${user.id}` : null, address });
    if (!user || user.disabled === 1) return;
    if (!mailer.isConfigured) {
      log.warn(
        { user: user.id },
        'a password reset was requested, but smtp.url is not set; run earshot user reset-password to create a link',
      );
      return;
    }
    await mailer.send(resetEmail(user, (await links.make(user)).link));
  }

  return {
    async forgotPassword(email: string, address: string): Promise<{ message: string }> {
      const emailKey = keyOf(email);
      if (await limiter.forgot(emailKey, address)) later('password reset email', () => answerLater(emailKey, address));
      return sameAnswer;
    },
    /**
     * Ends all access, passkeys included, and starts no session. The browser may sign in afterwards even while others guess the
     * password. Throws `invalid` for a link that is wrong, used, or expired.
     */
    async resetPassword(
      { token, password }: { token: string; password: string },
      address: string,
      browser = noBrowser,
    ): Promise<{ message: string }> {
      await limiter.reset(address);
      const expired = new AppError('invalid', 'This link has expired or was already used. Ask for a new one.', {
        details: [{ path: 'token', message: 'Expired or already used' }],
      });
      const digest = hashOf(token);
      const found = await findReset(db, digest, now());
      const user = found && (await findUser(db, { id: found.user_id }));
      if (!isCurrent(user, found?.stamp ?? 0)) throw expired;
      refuseGuessable({ password, field: 'password', own: [user.email, user.username] });
      const hash = await passwords.hash(password, { userId: String(user.id) });
      const changed = await stamps.rotate(user.id, async (trx) => {
        if (!(await useReset(trx, digest, now()))) throw expired;
        await updateUser(trx, user.id, { password_hash: hash });
      });
      browser.keepDeviceToken(await deps.deviceTokens.issue(changed));
      await writeAudit(null, { action: 'password-reset', target: `user:${user.id}`, address });
      if (mailer.isConfigured)
        later('email about a new password', () => mailer.send(passwordChangedEmail(user, { origin: ownOrigin(config), isKept: false })));
      return { message: 'Password changed. Sign in with your new password.' };
    },
  };
}

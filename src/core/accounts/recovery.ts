import { product } from '#shared/product.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountParts } from './parts.ts';
import { findReset, findUser, raiseTokenVersion, updateUser, useReset, type UserRow } from './queries.ts';
import { refuseGuessable } from './refused-passwords.ts';
import { digestOf, type ResetLinks } from './reset-links.ts';
import { keyOf } from './user.ts';

const sameAnswer = { message: 'If there is an account with this address, a mail with a link is on its way.' };

const letter = (user: UserRow, link: string) => ({
  to: user.email,
  subject: `Set a new password for ${product}`,
  text: [
    `Hello ${user.username},`,
    `open this link within 30 minutes to set a new password:`,
    link,
    `If it was not you who asked, do nothing: your password stays as it is.`,
  ].join('\n\n'),
});

/** The way back in. Work that could tell who has an account happens after the answer. */
export function createRecovery({ links, ...parts }: AccountParts & { links: ResetLinks }) {
  const { db, bus, log, now, limiter, mailer, passwords, writeAudit } = parts;
  const underway = new Set<Promise<void>>();

  async function answerLater(emailKey: string, address: string): Promise<void> {
    const user = await findUser(db, { email_key: emailKey });
    await writeAudit(null, { action: 'reset-asked', target: user ? `user:${user.id}` : null, address });
    if (!user || user.disabled === 1) return;
    if (!mailer.isConfigured) {
      log.warn({ user: user.id }, 'a password reset was asked for, but smtp.url is not set: earshot user reset-password makes a link');
      return;
    }
    await mailer.send(letter(user, (await links.make(user)).link));
  }

  return {
    async forgotPassword(email: string, address: string): Promise<{ message: string }> {
      const emailKey = keyOf(email);
      if (await limiter.forgot(emailKey, address)) {
        const work: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
          .then(() => answerLater(emailKey, address))
          .catch((error: unknown) => log.error({ err: error }, 'a reset mail was not sent'))
          .finally(() => underway.delete(work));
        underway.add(work);
      }
      return sameAnswer;
    },
    /** Ends all sessions and signs nobody in. Throws `invalid` for a link that is wrong, used or over. */
    async resetPassword({ token, password }: { token: string; password: string }, address: string): Promise<{ message: string }> {
      await limiter.reset(address);
      const over = new AppError('invalid', 'This link is no longer good. Ask for a new one.', {
        details: [{ path: 'token', message: 'No longer good' }],
      });
      const digest = digestOf(token);
      const userId = await findReset(db, digest, now());
      const user = userId === undefined ? undefined : await findUser(db, { id: userId });
      if (!user || user.disabled === 1) throw over;
      refuseGuessable({ password, field: 'password', own: [user.email, user.username] });
      const hash = await passwords.hash(password);
      await transact(db, async (trx) => {
        if (!(await useReset(trx, digest, now()))) throw over;
        await updateUser(trx, user.id, { password_hash: hash });
        await raiseTokenVersion(trx, user.id);
      });
      bus.emit('session:ended', { userId: String(user.id) });
      await writeAudit(null, { action: 'password-reset', target: `user:${user.id}`, address });
      return { message: 'Your password is set. Sign in with it.' };
    },
    /** Resolves when no mail is on its way any more. */
    async settle(): Promise<void> {
      await Promise.all(underway);
    },
  };
}

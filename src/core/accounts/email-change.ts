import type { EmailState } from '#shared/auth.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, isSessionOf } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { emailChangedEmail, resetEmail, confirmEmail } from './emails.ts';
import { createOwnRow } from './two-factor/proof.ts';
import {
  deleteInvitation,
  deleteResets,
  findUser,
  updateUser,
  type UserRow,
  deleteLaterLinks,
  type EmailLink,
  findEmailLink,
  takeEmailLink,
  deleteConfirmLinks,
  insertEmailLink,
} from './queries.ts';
import { refuseTaken } from './registration.ts';
import { hashOf, newSecret } from './secret.ts';
import { type ResetLinks, ownOrigin } from './reset-links.ts';
import { isCurrent } from './security-stamp.ts';
import type { EmailLinksRow } from './tables.ts';
import { deleteTwoFactorSince } from './two-factor/queries.ts';
import { keyOf } from './look-alikes.ts';

export const confirmLifeMs = dayMs;

const emailLinks = { confirm: { path: 'confirm-email', life: confirmLifeMs }, undo: { path: 'undo-email-change', life: 7 * dayMs } };

/** Makes a link, of which the database keeps the digest. `undo` keeps or brings back the address that the account has now. */
export async function makeEmailLink(
  trx: Trx,
  { config, now }: AccountDeps,
  { user, purpose, email = user.email }: Pick<EmailLinksRow, 'purpose'> & { user: UserRow; email?: string },
): Promise<string> {
  const token = newSecret();
  const { path, life } = emailLinks[purpose];
  const [at, stamp] = [now(), user.security_stamp];
  await insertEmailLink(trx, {
    user_id: user.id,
    purpose,
    email,
    token_hash: hashOf(token),
    expires_at: at + life,
    created_at: at,
    stamp,
  });
  return `${ownOrigin(config)}/${path}?token=${token}`;
}

/** Whether an address is known to be its user's, and asking for the link that proves it. */
export function createEmailConfirmation(deps: AccountDeps) {
  const { db, now, limiter, mailer, later } = deps;
  const { getRow } = createOwnRow(deps);

  /** After the response: whether another account has the address stays between the server and its mailbox. */
  function sendConfirmLink(user: UserRow, to: string): void {
    later('email that confirms an address', async () => {
      const link = await transact(db, async (trx) => {
        const owner = await findUser(trx, { email_key: keyOf(to) });
        const isStill = isCurrent(await findUser(trx, { id: user.id }), user.security_stamp);
        if (!isStill || (owner && owner.id !== user.id)) return null;
        await deleteConfirmLinks(trx, user.id);
        return makeEmailLink(trx, deps, { user, purpose: 'confirm', email: to });
      });
      if (link !== null) await mailer.send(confirmEmail(user, { to, link }));
    });
  }

  const pendingOf = (user: UserRow): string | null => ((user.pending_email_until ?? 0) > now() ? user.pending_email : null);

  return {
    sendConfirmLink,

    async emailState(actor: Actor): Promise<EmailState> {
      const user = await getRow(actor);
      return { confirmed: user.email_confirmed_at !== null, pendingEmail: pendingOf(user), canConfirm: mailer.isConfigured };
    },

    /** To the address that waits, or else to the account's own. Throws `conflict` where nothing is left to confirm. */
    async requestConfirmation(actor: Actor): Promise<{ message: string }> {
      const user = await getRow(actor);
      if (!mailer.isConfigured) throw new AppError('unavailable', "This instance can't send email. Ask its administrator.");
      const pending = pendingOf(user);
      if (pending === null && user.email_confirmed_at !== null) throw new AppError('conflict', 'Your email address is confirmed already');
      await limiter.mailTest(user.id);
      const to = pending ?? user.email;
      sendConfirmLink(user, to);
      return { message: `We've sent a link to ${to}. Open it to confirm the address.` };
    },
  };
}

/** Who opened the link: the signed-in user of the browser, if any, or someone who knows the password. */
interface Opener {
  actor: Actor | null;
  currentPassword?: string | undefined;
  address: string;
}

const expired = () =>
  new AppError('invalid', 'This link has expired or was already used. Change the address again in the settings.', {
    details: [{ path: 'token', message: 'Expired or already used' }],
  });

const proven = ({ now }: AccountDeps) => ({
  email_confirmed_at: now(),
  email_changed_at: null,
  pending_email: null,
  pending_email_until: null,
});

async function getLinked(
  { db, now }: AccountDeps,
  purpose: EmailLinksRow['purpose'],
  token: string,
): Promise<{ link: EmailLink; user: UserRow }> {
  const link = await findEmailLink(db, { purpose, token_hash: hashOf(token) }, now());
  const user = link && (await findUser(db, { id: link.user_id }));
  // A thief who signs out everywhere must not end the link that undoes the theft.
  if (!link || !isCurrent(user, purpose === 'undo' ? (user?.security_stamp ?? 0) : link.stamp)) throw expired();
  return { link, user };
}

/** Opening the link that confirms an address. */
export function createEmailChange(deps: AccountDeps) {
  const { db, now, limiter, mailer, writeAudit, later } = deps;
  const { requirePassword } = createOwnRow(deps);

  /** Returns the link that undoes it. */
  const change = (user: UserRow, link: EmailLink): Promise<string> =>
    transact(db, async (trx) => {
      if (!(await takeEmailLink(trx, link.id))) throw expired();
      await refuseTaken(trx, { email: link.email }, user.id);
      await updateUser(trx, user.id, { email: link.email, email_key: keyOf(link.email), ...proven(deps) });
      // A link sent to the old address must not give access to the account.
      await deleteResets(trx, user.id);
      await deleteInvitation(trx, user.email_key);
      return makeEmailLink(trx, deps, { user, purpose: 'undo' });
    });

  return {
    /**
     * Takes the account's session or password, so that whoever gets a link that went to a wrong address can't use it. Throws
     * `invalid` for a link that is unknown, used, or expired, and `conflict` if another account has taken the address.
     */
    async confirmEmail(token: string, { actor, currentPassword, address }: Opener): Promise<{ message: string }> {
      await limiter.reset(address);
      const { link, user } = await getLinked(deps, 'confirm', token);
      if (!isSessionOf(actor, user.id))
        await requirePassword(null, user, {
          given: currentPassword,
          otherwise: 'Enter the password of the account that this address is for.',
        });
      if (keyOf(link.email) === user.email_key) {
        await transact(db, async (trx) => {
          if (!(await takeEmailLink(trx, link.id))) throw expired();
          await updateUser(trx, user.id, { email_confirmed_at: now(), email_changed_at: null });
        });
        return { message: `${user.email} is confirmed as your email address.` };
      }
      const undo = await change(user, link);
      later('email to the old address', () => mailer.send(emailChangedEmail(user, { now: link.email, link: undo })));
      await writeAudit(
        { kind: 'user', userId: String(user.id), role: user.role },
        { action: 'email-changed', target: `user:${user.id}`, address },
      );
      return { message: `${link.email} is now your email address.` };
    },
  };
}

/** Opening the link that stops a change of the address, or undoes it. */
export function createEmailUndo(deps: AccountDeps & { links: ResetLinks }) {
  const { limiter, mailer, passwords, stamps, writeAudit, later, links } = deps;

  /** Whoever changed the address knows the password, and may have turned on two-factor login since. */
  async function takeBack(trx: Trx, user: UserRow, { link, hash }: { link: EmailLink; hash: string }): Promise<void> {
    if (!(await takeEmailLink(trx, link.id))) throw expired();
    await refuseTaken(trx, { email: link.email }, user.id);
    await updateUser(trx, user.id, { email: link.email, email_key: keyOf(link.email), password_hash: hash, ...proven(deps) });
    await deleteLaterLinks(trx, link);
    await deleteTwoFactorSince(trx, user.id, link.created_at);
  }

  return {
    /**
     * Stops a change, or brings the old address back, and ends all access: until the owner has set a new password with the link
     * returned, which is emailed too, nobody can sign in. Throws as `confirmEmail` does.
     */
    async undoEmailChange(token: string, address: string): Promise<{ message: string; resetToken: string }> {
      await limiter.reset(address);
      const { link, user } = await getLinked(deps, 'undo', token);
      const hash = await passwords.hash(newSecret(), { userId: String(user.id) });
      const owner = await stamps.rotate(user.id, (trx) => takeBack(trx, user, { link, hash }));
      await writeAudit(null, { action: 'email-change-undone', target: `user:${user.id}`, address });
      const reset = await links.make(owner);
      if (mailer.isConfigured) later('password reset email', () => mailer.send(resetEmail(owner, reset.link)));
      return {
        message: `${owner.email} is your email address, and nobody is logged in to your account. Set a new password now.`,
        resetToken: reset.token,
      };
    },
  };
}

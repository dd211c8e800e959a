import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import { keyOf } from '../key.ts';
import { findUser, updateUser, type UserRow } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import { deleteTwoFactor } from '../two-factor/queries.ts';
import type { Identity } from './claims.ts';
import { findIdentity, insertIdentity, linkTo, noteIdentityUse } from './queries.ts';
import { withRole } from './roles.ts';
import { createSignUp } from './sign-up.ts';

/** Throws `forbidden` for a disabled account. */
export function requireEnabled({ disabled }: Pick<UserRow, 'disabled'>): void {
  if (disabled === 1) throw new AppError('forbidden', 'This account is disabled. Ask the administrator of this instance.');
}

/** Which account here belongs to somebody who has logged in elsewhere. */
export function createLinking(deps: AccountDeps) {
  const { config, db, now, stamps, mailer, later, writeAudit } = deps;
  const signUp = createSignUp(deps);

  /**
   * Whoever registered an address needn't own it, so what they set up to get in ends when the owner comes. An admin's address needs
   * no proof: nobody gains anything by being impersonated by one.
   */
  async function claim(user: UserRow): Promise<UserRow> {
    const isProven = user.email_confirmed_at !== null || (user.role === 'admin' && user.email_changed_at === null);
    if (isProven) return user;
    return stamps.rotate(user.id, async (trx) => {
      await updateUser(trx, user.id, { password_hash: '', email_confirmed_at: now(), email_changed_at: null });
      await deleteTwoFactor(trx, user.id);
    });
  }

  async function link(found: UserRow, identity: Identity): Promise<UserRow> {
    const { name } = config.auth.oidc;
    if (!identity.isEmailVerified)
      throw new AppError(
        'forbidden',
        `An account with your email address exists, but ${name} doesn't say that the address is verified. Have it verified there, or log in with your password.`,
      );
    requireEnabled(found);
    if (await findIdentity(db, { issuer: identity.issuer, user_id: found.id }))
      throw new AppError(
        'conflict',
        `Your account is linked to another login at ${name}. Unlink that one first, under Settings → Security.`,
      );
    const user = await claim(found);
    const isLinked = await transact(db, async (trx) => {
      const isNew = await insertIdentity(trx, linkTo(user.id, identity, now()));
      if (isNew) await updateUser(trx, user.id, { email_confirmed_at: now(), email_changed_at: null });
      return isNew;
    });
    if (!isLinked) throw new AppError('conflict', 'Another login was faster. Try again.');
    const actor = { kind: 'user', userId: String(user.id), role: user.role } as const;
    await writeAudit(actor, { action: 'identity-linked', target: `user:${user.id}` });
    if (mailer.isConfigured)
      later('email about a linked login', () => mailer.send(signInChangedEmail(user, 'identityLinked', ownOrigin(config))));
    return user;
  }

  return {
    claim,
    /** Finds the account, links it by a verified address, or creates it. Throws `forbidden` or `conflict` with a sentence. */
    async accountOf(identity: Identity, address: string): Promise<UserRow> {
      const { issuer, subject, email } = identity;
      const linked = await findIdentity(db, { issuer, subject });
      const own = linked && (await findUser(db, { id: linked.user_id }));
      if (linked && own) {
        requireEnabled(own);
        await noteIdentityUse(db, linked.id, { label: linkTo(linked.user_id, identity, now()).label, last_used_at: now() });
        return withRole(deps, own, identity);
      }
      const same = email === null ? undefined : await findUser(db, { email_key: keyOf(email) });
      return same ? withRole(deps, await link(same, identity), identity) : signUp(identity, address);
    },
  };
}

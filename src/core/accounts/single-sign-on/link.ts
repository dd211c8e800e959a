import { type Role, usernameSchema } from '#shared/auth.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import { keyOf, refuseLookAlike, usernameKeyOf } from '../look-alikes.ts';
import { requireAnAdmin } from '../policy.ts';
import { findUser, updateUser, type UserRow, hasUsers } from '../queries.ts';
import { insertAccount } from '../registration.ts';
import { ownOrigin } from '../reset-links.ts';
import { allKept } from '../security-stamp.ts';
import { deleteTwoFactor } from '../two-factor/queries.ts';
import type { Identity } from './claims.ts';
import { findIdentity, insertIdentity, linkTo, noteIdentityUse } from './queries.ts';

const isUsable = (name: string): boolean => {
  try {
    refuseLookAlike(name);
    return usernameSchema.safeParse(name).success;
  } catch {
    return false;
  }
};

/** The first of the wishes that can be a username, with a number if it is taken. */
async function freeName(trx: Trx, { names }: Identity): Promise<string> {
  const wishes = names.map((name) =>
    name
      .replaceAll(/[^\p{L}\p{N}._ -]/gu, '')
      .slice(0, 36)
      .trim(),
  );
  const wish = wishes.find(isUsable) ?? 'user';
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wish : `${wish}${n}`;
    if (!(await findUser(trx, { username_key: usernameKeyOf(name) }))) return name;
  }
}

export const noAccount = (email: string) =>
  new AppError('forbidden', `There is no account for ${email} on this instance. Ask its administrator for one.`);

/** Makes an account for somebody who has logged in at the issuer. Throws `forbidden` where it may not. */
function createSignUp({ config, db, now, writeAudit }: Pick<AccountDeps, 'config' | 'db' | 'now' | 'writeAudit'>) {
  async function requireSignUp({ email, isAdmin }: Identity): Promise<string> {
    if (email === null)
      throw new AppError(
        'forbidden',
        `No email address came from ${config.auth.oidc.name}, so no account was found. Tell the administrator.`,
      );
    if (!isAdmin && !(await hasUsers(db)))
      throw new AppError('forbidden', 'This instance has no account yet. Its operator creates the first one under “Create an account”.');
    if (config.auth.oidc.signUp === 'off') throw noAccount(email);
    return email;
  }
  return async (identity: Identity, address: string): Promise<UserRow> => {
    const email = await requireSignUp(identity);
    const role: Role = identity.isAdmin ? 'admin' : 'user';
    const user = await transact(db, async (trx) => {
      const made = await insertAccount(trx, now(), { username: await freeName(trx, identity), email, role, hash: '' });
      if (identity.isEmailVerified) await updateUser(trx, made.id, { email_confirmed_at: now() });
      await insertIdentity(trx, linkTo(made.id, identity, now()));
      return made;
    });
    const actor = { kind: 'user', userId: String(user.id), role } as const;
    await writeAudit(actor, { action: 'register', target: `user:${user.id}`, details: { role, way: 'oidc' }, address });
    return user;
  };
}

/** Where a group decides who is an admin, at each login. The only admin stays one. */
async function withRole(
  { config, stamps, writeAudit }: Pick<AccountDeps, 'config' | 'stamps' | 'writeAudit'>,
  user: UserRow,
  { isAdmin }: Identity,
): Promise<UserRow> {
  const role: Role = isAdmin ? 'admin' : 'user';
  if (config.auth.oidc.adminGroup === '' || role === user.role) return user;
  try {
    const changed = await stamps.rotate(
      user.id,
      async (trx) => {
        await updateUser(trx, user.id, { role });
        await requireAnAdmin(trx, { self: true });
      },
      allKept,
    );
    await writeAudit(null, { action: 'role-changed', target: `user:${user.id}`, details: { role, way: 'oidc' } });
    return changed;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return user;
    throw error;
  }
}

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

import { type Role, usernameSchema } from '#shared/auth.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { refuseLookAlike, usernameKeyOf } from '../look-alikes.ts';
import { findUser, hasUsers, updateUser, type UserRow } from '../queries.ts';
import { insertAccount } from '../registration.ts';
import type { Identity } from './claims.ts';
import { insertIdentity, linkTo } from './queries.ts';

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
export function createSignUp({ config, db, now, writeAudit }: Pick<AccountDeps, 'config' | 'db' | 'now' | 'writeAudit'>) {
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

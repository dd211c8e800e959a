import type { Role } from '#shared/auth.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { requireAnAdmin } from '../policy.ts';
import { updateUser, type UserRow } from '../queries.ts';
import { allKept } from '../security-stamp.ts';
import type { Identity } from './claims.ts';

/** Where a group decides who is an admin, at each login. The only admin stays one. */
export async function withRole(
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

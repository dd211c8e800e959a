import { systemActor, type Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';

/** The account that a command acts for: the given one, or the only one. */
export async function actingUser(core: Core, email: string | undefined): Promise<Extract<Actor, { kind: 'user' }>> {
  const users = await core.accounts.users.listUsers(systemActor);
  const found =
    email === undefined
      ? users.length === 1
        ? users[0]
        : undefined
      : users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (found) return { kind: 'user', userId: found.id, role: found.role };
  if (email !== undefined) throw new AppError('not_found', `Account ${email} not found`);
  if (users.length === 0)
    throw new AppError('conflict', 'There are no accounts yet. Add one: earshot user add ada ada@example.com --admin');
  throw new AppError('invalid', '`--user EMAIL` is required: there are several accounts');
}

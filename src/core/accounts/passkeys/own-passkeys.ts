import type { Passkey } from '#shared/passkeys.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { createOwnRow } from '../own-row.ts';
import type { PasskeyDeps } from './deps.ts';
import { passkeyOf } from './present.ts';
import { deletePasskey, findPasskey, listPasskeys, renamePasskey } from './queries.ts';

const notFound = () => new AppError('not_found', 'Passkey not found');

/** The passkeys that users see, rename, and remove themselves. */
export function createOwnPasskeys(deps: PasskeyDeps) {
  const { db, writeAudit, sendPasskeyEmail } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);
  return {
    async listPasskeys(actor: Actor): Promise<{ items: Passkey[] }> {
      return { items: (await listPasskeys(db, userIdOf(actor))).map(passkeyOf) };
    },
    /** Throws `not_found` for another user's passkey, as the next does. */
    async renamePasskey(actor: Actor, id: string, name: string): Promise<Passkey> {
      const found = await findPasskey(db, { id: Number(id), user_id: userIdOf(actor) });
      if (!found) throw notFound();
      await renamePasskey(db, { id: found.id, user_id: found.user_id }, name);
      return passkeyOf({ ...found, name });
    },
    /** Takes the password, so that a stolen session can't leave the owner with that one way in. */
    async removePasskey(actor: Actor, id: string, { currentPassword }: { currentPassword: string }): Promise<null> {
      const user = await getRow(actor);
      if (!(await findPasskey(db, { id: Number(id), user_id: user.id }))) throw notFound();
      await requirePassword(actor, user, { given: currentPassword, otherwise: 'Enter your password' });
      if ((await deletePasskey(db, { id: Number(id), user_id: user.id })) === 0) throw notFound();
      await writeAudit(actor, { action: 'passkey-removed', target: `user:${user.id}` });
      sendPasskeyEmail(user, 'passkeyRemoved');
      return null;
    },
  };
}

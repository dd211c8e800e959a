import type { OwnWays } from '#shared/single-sign-on.ts';
import type { Actor } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { createOwnRow } from '../own-row.ts';
import { hasIssuer, isPasswordOff } from '../policy.ts';
import { ownOrigin } from '../reset-links.ts';
import { findSealedIdToken } from '../session-queries.ts';
import { idTokenContext } from '../start-session.ts';
import type { Issuer } from './issuer.ts';
import { deleteIdentity, findIdentity } from './queries.ts';

/** What users see and end of their account at the issuer. */
export function createOwnIdentity(deps: AccountDeps & { current: () => Issuer }) {
  const { config, db, sealing, writeAudit, current } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);
  return {
    /** Before a session ends: what then asks the issuer that it began with for its log-out page. Null if there is none. */
    async issuerLogout(actor: Actor): Promise<() => Promise<string | null>> {
      const none = () => Promise.resolve(null);
      if (actor.kind !== 'user' || actor.sessionId === undefined || !hasIssuer(config)) return none;
      const userId = Number(actor.userId);
      const sealed = await findSealedIdToken(db, { id: Number(actor.sessionId), user_id: userId });
      if (sealed === null) return none;
      return () => current().logoutUrl(sealing.unseal(sealed, idTokenContext(userId)), `${ownOrigin(config)}/`);
    },
    async ownWays(actor: Actor): Promise<OwnWays> {
      const user = await getRow(actor);
      const { issuer, name } = config.auth.oidc;
      const found = await findIdentity(db, { issuer, user_id: user.id });
      return {
        hasPassword: user.password_hash !== '',
        issuer: hasIssuer(config) ? name : null,
        identity: found ? { label: found.label, linkedAt: isoTime(found.created_at), lastUsedAt: isoTime(found.last_used_at) } : null,
      };
    },
    /** Throws `invalid` without the password, and `conflict` where there is no other way to log in. */
    async unlinkIdentity(actor: Actor, { currentPassword }: { currentPassword: string }): Promise<null> {
      const user = await getRow(actor);
      if (isPasswordOff(config))
        throw new AppError('conflict', 'Passwords are turned off on this instance, so this is your way to log in.');
      await requirePassword(actor, user, { given: currentPassword, otherwise: 'Enter your password' });
      if ((await deleteIdentity(db, { issuer: config.auth.oidc.issuer, user_id: user.id })) === 0)
        throw new AppError('not_found', 'Your account is not linked');
      await writeAudit(actor, { action: 'identity-unlinked', target: `user:${user.id}` });
      return null;
    },
  };
}

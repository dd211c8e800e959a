import type { Actor } from '#core/platform/actor.ts';
import { createAdministration } from './administration.ts';
import { createLeaving } from './leaving.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { createOwnAccount } from './own-account.ts';
import type { AccountParts } from './parts.ts';
import type { UserRow } from './queries.ts';
import { createRecovery } from './recovery.ts';
import { createResetLinks } from './reset-links.ts';
import { createRegistration } from './registration.ts';
import { createSessions } from './sessions.ts';
import { createAccessTokens } from './tokens.ts';

interface Given extends Omit<AccountParts, 'limiter' | 'tokens'> {
  signingKey: Uint8Array;
}

/** Accounts as the outside sees them; `address` is the client's, for limits and the audit trail. */
export function createAccounts({ signingKey, ...given }: Given) {
  const { config, db, now } = given;
  const parts: AccountParts = {
    ...given,
    limiter: createLimiter({ db, now }),
    tokens: createAccessTokens({ key: signingKey, days: config.security.tokenDays, now }),
  };
  const readRows = new WeakMap<Actor, UserRow>();
  const links = createResetLinks(parts);
  return {
    ...createSessions({ ...parts, readRows }),
    ...createRegistration(parts),
    ...createRecovery({ ...parts, links }),
    ...createOwnAccount({ ...parts, readRows }),
    ...createLeaving(parts),
    ...createAdministration({ ...parts, links }),
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

import { createAdministration } from './administration.ts';
import { createLimiter } from './limiter.ts';
import { createOwnAccount } from './own-account.ts';
import type { AccountParts } from './parts.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';
import { createRecovery } from './recovery.ts';
import { createResetLinks } from './reset-links.ts';
import { createRegistration } from './registration.ts';
import { createSessions } from './sessions.ts';
import { createAccessTokens } from './tokens.ts';

interface Given extends Omit<AccountParts, 'limiter' | 'passwords' | 'tokens'> {
  signingKey: Uint8Array;
  /** Absent: today's full cost. */
  passwordCost: PasswordCost | undefined;
}

/** Accounts as the outside sees them; `address` is the client's, for limits and the audit trail. */
export function createAccounts({ signingKey, passwordCost, ...given }: Given) {
  const { config, db, now } = given;
  const parts: AccountParts = {
    ...given,
    limiter: createLimiter({ db, now }),
    passwords: createPasswords(passwordCost),
    tokens: createAccessTokens({ key: signingKey, days: config.security.tokenDays, now }),
  };
  const links = createResetLinks(parts);
  return {
    ...createSessions(parts),
    ...createRegistration(parts),
    ...createRecovery({ ...parts, links }),
    ...createOwnAccount(parts),
    ...createAdministration({ ...parts, links }),
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

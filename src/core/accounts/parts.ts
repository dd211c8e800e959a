import type { CoreContext } from '#core/context.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import type { Limiter } from '#core/platform/limiter.ts';
import type { Passwords } from './passwords.ts';
import type { AccessTokens } from './tokens.ts';

/** What the rooms of this area are built from. */
export interface AccountParts extends Pick<CoreContext, 'config' | 'db' | 'bus' | 'log' | 'now' | 'writeAudit'> {
  mailer: Mailer;
  limiter: Limiter;
  passwords: Passwords;
  tokens: AccessTokens;
  isBetaMode: () => Promise<boolean>;
  /** This address may register although the instance is in beta. */
  isInvited: (email: string) => Promise<boolean>;
  /** What must have ended elsewhere before an account may go; throws when it could not be ended. */
  beforeLeaving: (userId: number) => Promise<void>;
}

import type { WriteAudit } from '../audit/entry.ts';
import type { Parts } from '../open.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Limiter } from './limiter.ts';
import type { Passwords } from './passwords.ts';
import type { AccessTokens } from './tokens.ts';

/** What the rooms of this area are built from. */
export interface AccountParts extends Pick<Parts, 'config' | 'db' | 'bus' | 'log' | 'now'> {
  writeAudit: WriteAudit;
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

import type { CoreContext } from '#core/context.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import type { Limiter } from '#core/platform/limiter.ts';
import type { Runner } from '#core/platform/runner.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import type { Passwords } from './passwords.ts';
import type { UserData } from './user-data.ts';
import type { Stamps } from './security-stamp.ts';
import type { AccessTokens, DeviceTokens } from './tokens.ts';

export type Sealing = Pick<Secrets, 'seal' | 'unseal'>;

type Shared = Pick<CoreContext, 'config' | 'guardOf' | 'db' | 'readDb' | 'exportDb' | 'readCache' | 'bus' | 'log' | 'now' | 'writeAudit'>;

interface Invitations {
  /** Before the password is hashed. */
  check: (db: Db, given: { invitation: string; email: string }) => Promise<unknown>;
  /** Uses it up, for one of several concurrent callers. */
  use: (trx: Trx, given: { invitation: string; email: string }) => Promise<void>;
}

export interface AccountDeps extends Shared {
  mailer: Mailer;
  limiter: Limiter;
  passwords: Passwords;
  tokens: AccessTokens;
  stamps: Stamps;
  deviceTokens: DeviceTokens;
  sealing: Sealing;
  later: Runner['start'];
  userData: UserData;
  isBetaMode: () => Promise<boolean>;
  /** What the first account must enter; null where no one else can be first. */
  setUpCode: () => string | null;
  invitations: Invitations;
  /** Ends external services, such as a subscription, before an account is deleted. Throws if that fails. */
  beforeLeaving: (userId: number) => Promise<void>;
}

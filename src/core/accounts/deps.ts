import type { CoreContext } from '#core/context.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { DeletionFigures } from '#core/platform/deletion-log-queries.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import type { Limiter } from '#core/platform/limiter.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { LateWork } from './late-work.ts';
import type { Passwords } from './passwords.ts';
import type { AccessTokens } from './tokens.ts';

/** Columns of a conversation's item in the data export. */
export type ConversationRow = Record<string, string | number | null>;

/** Item ids. */
export interface UserContent {
  /** Items imported by the user. */
  imported: readonly number[];
  /** Items of the user's posts. */
  kept: readonly number[];
}

/** What this room needs from the rooms that store users' work. */
export interface UserData {
  /** Which of these users have a connected Reddit account that Reddit still accepts. */
  listConnected: (db: Db | Trx, userIds: readonly number[]) => Promise<number[]>;
  readConversations: (db: Db, userId: number) => AsyncIterable<ConversationRow[]>;
  listContent: (trx: Trx, userId: number) => Promise<UserContent>;
  /** Each counts a user's rows in one room, for the deletion report. */
  countSteps: readonly ((trx: Trx, userId: number) => Promise<Partial<DeletionFigures>>)[];
  /** Deletes what the user imported and updates the search index. Runs after the user's own rows are deleted. */
  deleteContent: (trx: Trx, content: UserContent) => Promise<void>;
}

export type Sealing = Pick<Secrets, 'seal' | 'unseal'>;

type Shared = Pick<CoreContext, 'config' | 'db' | 'readDb' | 'exportDb' | 'readCache' | 'bus' | 'log' | 'now' | 'writeAudit'>;

export interface AccountDeps extends Shared {
  mailer: Mailer;
  limiter: Limiter;
  passwords: Passwords;
  tokens: AccessTokens;
  deviceTokens: DeviceTokens;
  sealing: Sealing;
  later: LateWork['later'];
  userData: UserData;
  isBetaMode: () => Promise<boolean>;
  /** Whether this email address may register although the instance is in beta. */
  isInvited: (email: string) => Promise<boolean>;
  /** Ends external services, such as a subscription, before an account is deleted. Throws if that fails. */
  beforeLeaving: (userId: number) => Promise<void>;
}

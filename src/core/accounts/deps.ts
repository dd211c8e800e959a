import type { CoreContext } from '#core/context.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import type { Limiter } from '#core/platform/limiter.ts';
import type { Passwords } from './passwords.ts';
import type { AccessTokens } from './tokens.ts';

/** Columns of an item of a conversation that a user keeps, for the export of their data. */
export type ConversationRow = Record<string, string | number | null>;

/** Ids of items. */
export interface UserContent {
  /** Imported by the user. */
  imported: readonly number[];
  /** Of the user's posts. */
  kept: readonly number[];
}

/** What this room asks of the rooms above it, which keep what users work with. */
export interface UserData {
  /** Those of these users that have a Reddit account connected that Reddit still accepts. */
  listConnected: (db: Db | Trx, userIds: readonly number[]) => Promise<number[]>;
  readConversations: (db: Db, userId: number) => AsyncIterable<ConversationRow[]>;
  listContent: (trx: Trx, userId: number) => Promise<UserContent>;
  /** After the user's own rows are deleted: deletes what they imported and updates the search index. */
  deleteContent: (trx: Trx, content: UserContent) => Promise<void>;
}

export interface AccountDeps extends Pick<CoreContext, 'config' | 'db' | 'bus' | 'log' | 'now' | 'writeAudit'> {
  mailer: Mailer;
  limiter: Limiter;
  passwords: Passwords;
  tokens: AccessTokens;
  userData: UserData;
  isBetaMode: () => Promise<boolean>;
  /** This address may register although the instance is in beta. */
  isInvited: (email: string) => Promise<boolean>;
  /** Ends what must end elsewhere before an account is deleted; throws if it couldn't be ended. */
  beforeLeaving: (userId: number) => Promise<void>;
}

import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { DeletionFigures } from '#core/platform/deletion-log-queries.ts';

/** Columns of a conversation's item in the data export. */
export type ConversationRow = Record<string, string | number | null>;

/** Item ids. */
export interface UserContent {
  /** Items imported by the user. */
  imported: readonly number[];
  /** Items of the user's posts. */
  kept: readonly number[];
}

/** Two accounts of one person: everything of `from` becomes `to`'s. */
export interface Merge {
  from: number;
  to: number;
}
export type MergeStep = (trx: Trx, merge: Merge) => Promise<unknown>;

/** What this room needs from the rooms that store users' work. */
export interface UserData {
  /** Which of these users have a connected Reddit account that Reddit still accepts. */
  listConnected: (db: Db | Trx, userIds: readonly number[]) => Promise<number[]>;
  /** Each gives a user's links in one room (feeds, shared reports) the account's new stamp, so that they go on working. */
  keepLinks: readonly ((trx: Trx, those: { user_id: number; stamp: number }, stamp: number) => Promise<void>)[];
  /** Each ends the links that a person made, in workspaces of others, too. */
  endLinks: readonly ((trx: Trx, userId: number) => Promise<unknown>)[];
  /** Each hands over a person's work in one room when they leave a workspace, or may no longer work in it. */
  leaveSteps: readonly ((trx: Trx, those: { workspace_id: number; user_id: number }, now: number) => Promise<unknown>)[];
  readConversations: (db: Db, userId: number) => AsyncIterable<ConversationRow[]>;
  listContent: (trx: Trx, userId: number) => Promise<UserContent>;
  /** Each counts a user's rows in one room, for the deletion report. */
  countSteps: readonly ((trx: Trx, userId: number) => Promise<Partial<DeletionFigures>>)[];
  /** Deletes what the user imported and updates the search index. Runs after the user's own rows are deleted. */
  deleteContent: (trx: Trx, content: UserContent) => Promise<void>;
}

import type { FailureKind } from './stream.ts';

/** Row types of this room's tables; `test/schema.test.ts` checks them against the schema. */
export interface RedditStatesRow {
  state_hash: string;
  user_id: number;
  scopes: string;
  expires_at: number;
}

export interface RedditAccountsRow {
  id: number;
  user_id: number;
  username: string;
  is_default: number;
  requested_scopes: string;
  scopes: string;
  access_sealed: string;
  refresh_sealed: string;
  expires_at: number;
  needs_reconnect: number;
  last_error: string | null;
  version: number;
  connected_at: number;
}

export interface SubredditsRow {
  name_key: string;
  name: string;
  about: string | null;
  rules: string | null;
  requirements: string | null;
  read_at: number | null;
  tried_at: number;
  failure: FailureKind | null;
  error: string | null;
}

export interface SharedBudgetsRow {
  name: string;
  state: string;
  changed_at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    reddit_states: RedditStatesRow;
    reddit_accounts: RedditAccountsRow;
    subreddits: SubredditsRow;
    shared_budgets: SharedBudgetsRow;
  }
}

import type { AuditAction } from './audit/entry.ts';

/** Row types of this room's tables; `test/schema.test.ts` checks them against the schema. */
export interface WriteTurnRow {
  turn: number;
}

export interface ClockRow {
  id: number;
  seen_at: number;
  gaps: string;
}

export interface JobsRow {
  name: string;
  known_since: number;
  lease_owner: string | null;
  lease_until: number | null;
  last_started_at: number | null;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  last_summary: string;
}

export interface DeadLettersRow {
  name: string;
  attempts: number;
  failed_at: number;
}

export interface AuditRow {
  id: number;
  at: number;
  actor_id: number | null;
  action: AuditAction;
  target: string | null;
  details: string;
  address: string | null;
}

export interface AttemptsRow {
  key: string;
  count: number;
  first_at: number;
  last_at: number;
  blocked_until: number;
}

export interface DeletionLogRow {
  id: number;
  at: number;
  /** `gone`: deleted or removed at its source. `account`: a user deleted their account. */
  cause: 'gone' | 'account';
  items: number;
  posts: number;
  people: number;
  answers: number;
  timeline: number;
  notices: number;
  accounts: number;
  other: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    write_turn: WriteTurnRow;
    clock: ClockRow;
    jobs: JobsRow;
    dead_letters: DeadLettersRow;
    audit: AuditRow;
    attempts: AttemptsRow;
    deletion_log: DeletionLogRow;
  }
}

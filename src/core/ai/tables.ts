import type { AiPurpose, Way } from '#shared/ai.ts';
import type { FailureKind } from './provider.ts';

/** Row types of this room's tables; `test/schema.test.ts` checks them against the schema. */
export interface AiLedgerRow {
  id: number;
  at: number;
  day: number;
  user_id: number | null;
  campaign_id: number | null;
  lead_id: number | null;
  provider: string;
  model: string;
  purpose: AiPurpose;
  tokens_in: number;
  tokens_out: number;
  cost: number | null;
  items: number;
  missed: number;
  failure: FailureKind | 'canceled' | '';
}

export interface AiReservationsRow {
  id: number;
  day: number;
  user_id: number | null;
  tokens: number;
  expires_at: number;
}

export interface AiCacheRow {
  key: string;
  subject: string;
  answer: string;
  used_at: number;
}

export interface AiWaysRow {
  key: string;
  way: Way;
  room: number;
  found_at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    ai_ledger: AiLedgerRow;
    ai_reservations: AiReservationsRow;
    ai_cache: AiCacheRow;
    ai_ways: AiWaysRow;
  }
}

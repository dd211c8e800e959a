import type { BlacklistKind } from '#shared/blacklist.ts';
import type { SourceId } from '#shared/sources.ts';
import type { Run } from '#shared/campaigns.ts';
import type { Stream } from '#core/reddit/stream.ts';

/** The tables of this room; `test/schema.test.ts` compares them with the schema of a new database. */
export interface RunsRow {
  id: number;
  campaign_id: number;
  user_id: number;
  source: string;
  started_at: number;
  finished_at: number | null;
  state: Run['state'];
  counts: string;
  filtered: string;
  streams: string;
  error: string | null;
  /** The server that works on it; null where there is only one, and for commands. */
  server: number | null;
}

export interface StreamsRow {
  id: number;
  source: string;
  kind: Stream['kind'];
  name_key: string;
  name: string;
  state: 'ok' | 'empty' | 'failed' | 'limited';
  last_success_at: number | null;
  last_try_at: number | null;
  newest_at: number | null;
  items: number;
  gap_from: number | null;
  gap_to: number | null;
  failure: string | null;
  error: string | null;
  next_try_at: number | null;
  cursor: string | null;
  shown_name: string | null;
}

export interface StreamReadingsRow {
  stream_id: number;
  half_hour: number;
  items: number;
  failed: number;
}

export interface RunTalliesRow {
  id: number;
  run_id: number;
  tally: string;
}

export interface BlacklistRow {
  id: number;
  user_id: number | null;
  kind: BlacklistKind;
  value: string;
  note: string;
  created_at: number;
}

export interface FetchHoursRow {
  campaign_id: number;
  user_id: number;
  hour: number;
  fetched: number;
  matched: number;
  subreddits: string;
}

export interface ReadItemsRow {
  item_id: number;
  user_id: number;
  /** 1: a rule of one of the user's campaigns matched it. */
  matched: number;
  read_at: number;
}

export interface ReadsRow {
  user_id: number;
  /** Hours: 1 or 24. */
  span: number;
  /** The first hour since 1970. */
  hour: number;
  fetched: number;
  matched: number;
  subreddits: string;
}

export interface UnseenCandidatesRow {
  campaign_id: number;
  item_id: number;
  profile_version: number;
  route: 'gate' | 'audit';
  score: number;
  found_at: number;
  asked_at: number | null;
}

export interface ReadingsRow {
  campaign_id: number;
  item_id: number;
  hash: string;
  on_topic: number;
  lead: number;
  strong: number;
  near: number;
  /** JSON. */
  moved: string | null;
}

export interface PendingImportsRow {
  id: number;
  user_id: number;
  scope: string;
  run_ids: string;
  file: string | null;
  pasted: string | null;
  /** JSON; null when the columns are guessed. */
  mapping: string | null;
  items_done: number;
  items_new: number;
  starts: number;
  server: number | null;
  created_at: number;
}

export interface ImportMappingsRow {
  user_id: number;
  columns_key: string;
  mapping: string;
  used_at: number;
}

export interface OutagesRow {
  source: SourceId;
  began_at: number;
  notified_at: number | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    runs: RunsRow;
    streams: StreamsRow;
    stream_readings: StreamReadingsRow;
    run_tallies: RunTalliesRow;
    blacklist: BlacklistRow;
    fetch_hours: FetchHoursRow;
    read_items: ReadItemsRow;
    reads: ReadsRow;
    unseen_candidates: UnseenCandidatesRow;
    readings: ReadingsRow;
    pending_imports: PendingImportsRow;
    import_mappings: ImportMappingsRow;
    outages: OutagesRow;
  }
}

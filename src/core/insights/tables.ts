import type { MentionKind } from '#shared/competitors.ts';
import type { Brand } from '#shared/reports.ts';

/** Row types of this room's tables; `test/schema.test.ts` checks them against the schema. */
export interface CampaignDaysRow {
  campaign_id: number;
  user_id: number;
  day: number;
  fetched: number;
  matched: number;
  posts: number;
  leads: number;
  contacted: number;
  replied: number;
  won: number;
  dismissed: number;
  good: number;
  bad: number;
  found: string;
  answered: string;
  written: string;
  subreddits: string;
  rules: string;
  latency: string;
}

export interface StaleDaysRow {
  campaign_id: number;
  day: number;
}

export interface CompetitorsRow {
  id: number;
  user_id: number;
  name: string;
  name_key: string;
  aliases: string;
  website: string;
  keywords: string;
  notes: string;
  own: number;
  read_seq: number;
  searched_at: number | null;
  search_error: string | null;
  created_at: number;
  updated_at: number;
}

export interface CompetitorMentionsRow {
  id: number;
  competitor_id: number;
  user_id: number;
  item_id: number;
  kind: MentionKind;
  sentiment: number | null;
  field: 'title' | 'body';
  start: number;
  end: number;
  topics: string;
  created_at: number;
  complains: number;
}

export interface SharedReportsRow {
  id: number;
  user_id: number;
  campaign_id: number | null;
  token_hash: string;
  from_day: string;
  to_day: string;
  zone: string;
  competitor_ids: string;
  created_at: number;
  expires_at: number;
  last_opened_at: number | null;
  stamp: number;
}

export interface ReportBrandsRow {
  user_id: number;
  name: string;
  accent: Brand['accent'];
  logo: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    campaign_days: CampaignDaysRow;
    stale_days: StaleDaysRow;
    competitors: CompetitorsRow;
    competitor_mentions: CompetitorMentionsRow;
    shared_reports: SharedReportsRow;
    report_brands: ReportBrandsRow;
  }
}

import type { MentionKind } from '#shared/competitors.ts';
import type { ReportPace } from '#shared/report-emails.ts';
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
  schedule_id: number | null;
}

export interface ReportSchedulesRow {
  id: number;
  user_id: number;
  campaign_id: number | null;
  made_by: number | null;
  competitor_ids: string;
  pace: ReportPace;
  day: number;
  hour: number;
  zone: string;
  due_at: number;
  issued_at: number | null;
  paused: string | null;
  created_at: number;
}

export interface ReportRecipientsRow {
  id: number;
  schedule_id: number;
  email: string;
  email_key: string;
  last_sent_at: number | null;
  error: string | null;
  error_at: number | null;
}

export interface ReportUnsubscribesRow {
  user_id: number;
  email_key: string;
  created_at: number;
}

export interface ReportEmailsRow {
  id: number;
  report_id: number;
  recipient_id: number;
  message_id: string;
  tries: number;
  due_at: number;
  lease_until: number | null;
  attempt: string | null;
  created_at: number;
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
    report_schedules: ReportSchedulesRow;
    report_recipients: ReportRecipientsRow;
    report_unsubscribes: ReportUnsubscribesRow;
    report_emails: ReportEmailsRow;
    report_brands: ReportBrandsRow;
  }
}

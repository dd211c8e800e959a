import type { CampaignInput } from '#shared/campaigns.ts';
import type { LeadStage, TimelineEntry } from '#shared/leads.ts';
import type { DismissReason, Post } from '#shared/posts.ts';
import type { SpeakerRole } from '#shared/scoring.ts';
import type { View } from '#shared/views.ts';
import type { FetchedItem } from '#core/platform/item.ts';

/** The tables of this room; `test/schema.test.ts` compares them with the schema of a new database. */
export interface CampaignsRow {
  id: number;
  user_id: number;
  name: string;
  mode: CampaignInput['mode'];
  status: CampaignInput['status'];
  description: string;
  website_url: string;
  offering: string;
  ideal_customer: string;
  facts: string;
  pain_points: string;
  rules: string;
  excludes: string;
  streams: string;
  languages: string;
  schedule: CampaignInput['schedule'];
  post_floor: number;
  lead_threshold: number | null;
  leads_per_day: number;
  weights: string;
  notify: number;
  sample: number;
  profile_version: number;
  scored_seq: number;
  max_recency_points: number;
  created_at: number;
  updated_at: number;
  last_run_at: number | null;
  next_run_at: number | null;
  counted_item_id: number;
  learned_revision: number;
  exclusions: string;
  regions: string;
  price_range: string;
  suggestions: string;
  dismissed_suggestions: string;
}

export interface ItemsRow {
  id: number;
  seq: number;
  scope: string;
  source: string;
  fullname: string;
  kind: FetchedItem['kind'];
  subreddit: string;
  subreddit_key: string;
  author: string | null;
  title: string;
  body: string;
  url: string | null;
  permalink: string | null;
  created_at: number;
  fetched_at: number;
  points: number | null;
  num_comments: number | null;
  over18: number;
  flair: string | null;
  parent_fullname: string | null;
  link_fullname: string | null;
  locked: number;
  crosspost: number;
  distinguished: number;
  gone: FetchedItem['gone'] | null;
  gone_at: number | null;
  checked_at: number;
}

export interface ItemSeqRow {
  seq: number;
}

export interface LeadsRow {
  id: number;
  campaign_id: number;
  user_id: number;
  author_key: string;
  reddit_username: string;
  stage: LeadStage;
  notes: string;
  tags: string;
  value: number | null;
  active: number;
  seen_at: number | null;
  contacted_at: number | null;
  first_seen_at: number;
  last_activity_at: number;
  static_points: number;
  recency_points: number;
  cap: number;
  basis_at: number;
  announce_since: number | null;
  /** Who works on it. */
  assignee_id: number | null;
  shown_to_clients: number;
}

export interface PostsRow {
  id: number;
  campaign_id: number;
  user_id: number;
  item_id: number;
  lead_id: number | null;
  kind: Post['kind'];
  subreddit_key: string;
  author_key: string | null;
  matched_rules: string;
  components: string;
  evidence: string;
  role: SpeakerRole;
  solved: number;
  fit_none: number;
  reason: string;
  scored_by: string;
  static_points: number;
  recency_points: number;
  cap: number;
  merit: number;
  created_at: number;
  discovered_at: number;
  decided: 'lead' | 'post';
  status: Post['status'];
  open: number;
  touched: number;
  seen_at: number | null;
  feedback: 'right' | 'wrong' | null;
  feedback_reason: DismissReason | null;
  feedback_at: number | null;
  blacklisted: number;
  learned_points: number;
  kept_at: number | null;
  /** JSON: what undoing the feedback restores, while its user decided nothing else about the post. */
  before_feedback: string | null;
  /** When its user archived, dismissed, or rejected it. */
  closed_at: number | null;
}

export interface LeadEventsRow {
  id: number;
  lead_id: number;
  at: number;
  kind: TimelineEntry['kind'];
  text: string;
  post_id: number | null;
  /** Null: Earshot. */
  actor_id: number | null;
}

export interface UndosRow {
  token: string;
  user_id: number;
  created_at: number;
  payload: string;
}

export interface FollowUpsRow {
  id: number;
  user_id: number;
  lead_id: number;
  due_at: number;
  note: string;
  created_at: number;
  /** When its user last chose `due_at`. */
  set_at: number;
  done_at: number | null;
  closed_by: 'user' | 'answer' | null;
  /** Chosen by the client that created it. */
  change_key: string | null;
}

export interface SavedViewsRow {
  id: number;
  user_id: number;
  list: View['list'];
  name: string;
  query: string;
  created_at: number;
}

export interface FeedsRow {
  campaign_id: number;
  user_id: number;
  token_hash: string;
  created_at: number;
  /** Of what it held when it was last read; empty before. */
  content_hash: string;
  /** When that was first seen. */
  changed_at: number;
  /** Of its user; see `accounts/security-stamp.ts`. */
  stamp: number;
  made_by: number | null;
}

export interface CampaignLearningRow {
  campaign_id: number;
  user_id: number;
  wanted: number;
  done: number;
  layer: string | null;
  lessons: number;
  terms: string;
  applied: number;
  learned_at: number | null;
}

export interface PausedRulesRow {
  campaign_id: number;
  user_id: number;
  rule: string;
  paused_since: number | null;
  resumed_at: number | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    campaigns: CampaignsRow;
    items: ItemsRow;
    item_seq: ItemSeqRow;
    leads: LeadsRow;
    posts: PostsRow;
    lead_events: LeadEventsRow;
    undos: UndosRow;
    follow_ups: FollowUpsRow;
    saved_views: SavedViewsRow;
    feeds: FeedsRow;
    campaign_learning: CampaignLearningRow;
    paused_rules: PausedRulesRow;
  }
}

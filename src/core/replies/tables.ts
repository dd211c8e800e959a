import type { Held, OutboxState, ReplyState } from '#shared/outbox.ts';

/** Row types of this room's tables; `test/schema.test.ts` checks them against the schema. */
export interface OutboxRow {
  id: number;
  user_id: number;
  /** Whose Reddit account posts it; null for a deleted account. */
  sent_by: number | null;
  post_id: number | null;
  account: string;
  parent_fullname: string;
  subreddit: string;
  text: string;
  text_hash: string;
  state: OutboxState;
  due_at: number;
  attempt: string | null;
  lease_until: number | null;
  tried_at: number | null;
  looks: number;
  thing_fullname: string | null;
  permalink: string | null;
  error_code: string | null;
  error: string | null;
  created_at: number;
  sent_at: number | null;
  /** Time chosen by the user, UTC ms; null: send immediately. */
  scheduled_at: number | null;
  held: Held | null;
  /** The second person; null if none was needed, or for a deleted account. */
  approved_by: number | null;
  /** When to follow up once it is posted, UTC ms. */
  follow_up_at: number | null;
  /** When to update its lead, if that isn't done by then, UTC ms; null: nothing is left to do. */
  wrap_up_at: number | null;
}

export interface ReplyWatchesRow {
  outbox_id: number;
  user_id: number;
  /** Time of the next check, UTC ms; null: no longer checked. */
  next_at: number | null;
  read_at: number | null;
  standing: ReplyState;
  points: number | null;
  locked: number;
  answers: number | null;
  /** JSON. */
  answerers: string;
  answered_at: number | null;
}

/** A response to a reply, until its user responds to it. */
export interface ReplyAnswersRow {
  id: number;
  outbox_id: number;
  user_id: number;
  fullname: string;
  /** Null, and the text empty, once they are no longer confirmed. */
  author: string | null;
  body: string;
  permalink: string | null;
  created_at: number;
  found_at: number;
  checked_at: number;
}

export interface ReplyPointsRow {
  id: number;
  outbox_id: number;
  at: number;
  /** `unreadable` and `unconnected` are failed checks; consecutive ones share one point. */
  standing: ReplyState | 'unreadable' | 'unconnected';
  points: number | null;
  answers: number | null;
}

/** Drafts of replies to a post, written by a model. */
export interface WrittenRepliesRow {
  post_id: number;
  user_id: number;
  version: string;
  /** JSON. */
  variants: string;
  by: string;
  created_at: number;
}

/** How a user writes. */
export interface VoicesRow {
  user_id: number;
  profile: string;
  /** JSON. */
  samples: string;
  updated_at: number;
}

export interface OwnActivityRow {
  user_id: number;
  username: string;
  account_created_at: number | null;
  link_karma: number | null;
  comment_karma: number | null;
  total_karma: number | null;
  email_verified: number | null;
  suspended: number | null;
  capped: number;
  read_at: number | null;
  tried_at: number;
  error: string | null;
}

export interface OwnItemsRow {
  id: number;
  user_id: number;
  username: string;
  fullname: string;
  kind: 'post' | 'comment';
  subreddit: string;
  title: string;
  body: string;
  url: string | null;
  permalink: string | null;
  created_at: number;
  points: number | null;
  num_comments: number | null;
  locked: number;
  removed: number;
  parent_fullname: string | null;
  link_fullname: string | null;
}

export interface OwnReportsRow {
  id: number;
  user_id: number;
  kind: 'vibe' | 'health';
  username: string;
  created_at: number;
  sample_size: number;
  /** JSON. */
  report: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    outbox: OutboxRow;
    reply_watches: ReplyWatchesRow;
    reply_answers: ReplyAnswersRow;
    reply_points: ReplyPointsRow;
    written_replies: WrittenRepliesRow;
    voices: VoicesRow;
    own_activity: OwnActivityRow;
    own_items: OwnItemsRow;
    own_reports: OwnReportsRow;
  }
}

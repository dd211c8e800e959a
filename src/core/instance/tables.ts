import type { FeedbackKind, FeedbackStatus } from '#shared/feedback.ts';
import type { RoadmapStatus } from '#shared/roadmap.ts';

/** Row types of this room's tables; `test/schema.test.ts` checks them against the schema. */
export interface SettingsRow {
  key: string;
  /** JSON. */
  value: string;
  updated_at: number;
}

export interface ConnectionsRow {
  /** Path of a configuration key. */
  key: string;
  /** JSON; null for a secret. */
  value: string | null;
  sealed: string | null;
  saved_at: number;
}

export interface FeedbackRow {
  id: number;
  user_id: number;
  kind: FeedbackKind;
  message: string;
  page: string;
  status: FeedbackStatus;
  reply: string;
  replied_at: number | null;
  created_at: number;
}

export interface FeedbackPicturesRow {
  feedback_id: number;
  picture: string;
}

export interface RoadmapRow {
  id: number;
  title: string;
  text: string;
  status: RoadmapStatus;
  created_at: number;
  updated_at: number;
}

export interface RoadmapVotesRow {
  roadmap_id: number;
  /** `user:ID`, or `guest:` and a digest of a cookie. */
  voter: string;
  user_id: number | null;
  network: string | null;
  created_at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    settings: SettingsRow;
    connections: ConnectionsRow;
    feedback: FeedbackRow;
    feedback_pictures: FeedbackPicturesRow;
    roadmap: RoadmapRow;
    roadmap_votes: RoadmapVotesRow;
  }
}

import * as z from 'zod';
import { idSchema, personSchema } from './common.ts';

/** Facts sent to browsers when data changes. `src/web/lib/stale-keys.ts` maps each fact to cached reads. */
export const facts = [
  'everything-changed',
  'posts-changed',
  'leads-changed',
  'campaigns-changed',
  'runs-changed',
  'replies-changed',
  'follow-ups-changed',
  'views-changed',
  'competitors-changed',
  'analytics-changed',
  'notifications-changed',
  'channels-changed',
  'model-usage-changed',
  'reddit-account-changed',
  'account-health-changed',
  'plan-changed',
  'seats-changed',
  'workspaces-changed',
  'feedback-changed',
  'roadmap-changed',
  'blacklist-changed',
  'beta-applications-changed',
] as const;
export type Fact = (typeof facts)[number];

/** Events sent to browsers. Names and payloads are a public contract: don't change them. */
export const events = {
  'scrape-start': z.object({ campaignId: idSchema, runId: idSchema }),
  'scrape-progress': z.object({ campaignId: idSchema, subreddit: z.string(), leads: z.number().int() }),
  'scrape-complete': z.object({
    campaignId: idSchema,
    totalPosts: z.number().int(),
    totalComments: z.number().int(),
    newLeads: z.number().int(),
  }),
  'scrape-error': z.object({ campaignId: idSchema, error: z.string() }),
  'new-lead': z.object({
    campaignId: idSchema,
    lead: z.object({
      id: idSchema,
      redditUsername: z.string(),
      confidence: z.number().int(),
      /** No model has scored it, though one is configured. */
      unconfirmed: z.literal(true).optional(),
    }),
  }),
  'system-health': z.object({ status: z.enum(['ok', 'degraded']), message: z.string() }),
  'cleanup-complete': z.object({ removed: z.number().int() }),
  /** A reply was posted on Reddit. */
  'answer-sent': z.object({ postId: idSchema, subreddit: z.string() }),
  /** A reply wasn't posted, and isn't tried again. */
  'answer-failed': z.object({ subreddit: z.string(), reason: z.string() }),
  /** Somebody in the workspace has a text in the reply to a post, or no longer does. Believed for `replyingMs`. */
  replying: z.object({ postId: idSchema, person: personSchema, isWriting: z.boolean() }),
  /** Reddit no longer accepts the user's connection; sent once. */
  'reddit-ended': z.object({ message: z.string() }),
  /** What changed: browsers refetch data that depends on these facts. */
  stale: z.object({ keys: z.array(z.enum(facts)) }),
};
export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;
export type ServerToClientEvents = { [E in EventName]: (payload: EventPayload<E>) => void };
/** A window that writes a reply says so three times as often. */
export const replyingMs = 12_000;
/** Browsers subscribe, and say what they write; nothing is stored: every write goes through the HTTP contract. */
export type ClientToServerEvents = {
  'join-campaign': (campaignId: string) => void;
  'leave-campaign': (campaignId: string) => void;
  replying: (postId: string, isWriting: boolean) => void;
};

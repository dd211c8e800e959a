import * as z from 'zod';
import { accountNameSchema, flagSchema, pageQuery, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** A user's own post or comment on Reddit. */
export const activityItemSchema = z.object({
  fullname: z.string(),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  /** For a comment, its thread's title. */
  title: z.string(),
  body: z.string(),
  url: z.string().nullable(),
  permalink: z.string().nullable(),
  createdAt: timeSchema,
  score: z.number().int().nullable(),
  numComments: z.number().int().nullable(),
  locked: z.boolean(),
  /** Removed by moderators. Reddit reports this for posts only. */
  removed: z.boolean(),
});

/** Reddit's data about the connected account; null where Reddit gives none. */
export const ownAccountSchema = z.object({
  username: z.string(),
  createdAt: timeSchema.nullable(),
  linkKarma: z.number().int().nullable(),
  commentKarma: z.number().int().nullable(),
  totalKarma: z.number().int().nullable(),
  emailVerified: z.boolean().nullable(),
  suspended: z.boolean().nullable(),
});

/**
 * `not-connected` and `reconnect`: nothing can be read. `failed`: reading failed, and there is no earlier result. `hidden`:
 * Reddit lists nothing although the karma shows activity. `empty`: no activity.
 */
export const activityStates = ['not-connected', 'reconnect', 'failed', 'hidden', 'empty', 'ok'] as const;
export type ActivityState = (typeof activityStates)[number];

export const activitySchema = z.object({
  state: z.enum(activityStates),
  account: ownAccountSchema.nullable(),
  counts: z.object({ posts: z.number().int(), comments: z.number().int() }),
  /** Reddit lists at most a thousand, so there may be older ones. */
  capped: z.boolean(),
  readAt: timeSchema.nullable(),
  /** Why the last reading failed; the items are then those of `readAt`. */
  error: z.string().nullable(),
  items: z.array(activityItemSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int().nullable(),
});
export type Activity = z.output<typeof activitySchema>;

export const activityQuery = z.object({
  ...pageQuery,
  kind: z.enum(['post', 'comment']).optional(),
  /** Reads from Reddit now instead of returning what was read within the last quarter of an hour. */
  refresh: flagSchema.optional(),
  account: accountNameSchema.optional(),
});
export type ActivityQuery = z.output<typeof activityQuery>;

export const activityRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/reddit/activity',
    access: 'user',
    tokens: 'read',
    summary: 'Posts and comments of the connected account, newest first',
    query: activityQuery,
    response: activitySchema,
  }),
};

import * as z from 'zod';
import { timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

export const subredditNameSchema = z.string().regex(/^[\w-]{2,30}$/, 'Invalid subreddit name');

/** `unread`: reading failed, with the reason in `error`. All others except `open` say why it can't be read. */
export const subredditStates = ['open', 'unread', 'private', 'banned', 'missing', 'quarantined', 'forbidden'] as const;
export type SubredditState = (typeof subredditStates)[number];

export const promotionLevels = ['none', 'low', 'weekly-thread', 'ok', 'unknown'] as const;
export type PromotionLevel = (typeof promotionLevels)[number];

const subredditRuleSchema = z.object({
  name: z.string(),
  text: z.string(),
  /** What the rule applies to. */
  kind: z.enum(['all', 'link', 'comment']),
});
export type SubredditRule = z.infer<typeof subredditRuleSchema>;

export const subredditSchema = z.object({
  name: z.string(),
  state: z.enum(subredditStates),
  about: z
    .object({
      description: z.string(),
      subscribers: z.number().int().nullable(),
      over18: z.boolean(),
      /** Only approved members may comment. */
      restrictsComments: z.boolean(),
      /** Only approved members may post. */
      restrictsPosts: z.boolean(),
      createdAt: timeSchema.nullable(),
    })
    .nullable(),
  /** Null if they couldn't be read; empty if there are none. */
  rules: z.array(subredditRuleSchema).nullable(),
  /** Requirements for new posts, which Reddit reports to accounts that may post. Replies aren't affected. */
  requirements: z
    .object({
      guidelines: z.string(),
      flairRequired: z.boolean(),
      titleMin: z.number().int().nullable(),
      titleMax: z.number().int().nullable(),
      bannedDomains: z.array(z.string()),
    })
    .nullable(),
  /** How much promotion the subreddit allows: from its own rules, or else the catalog's rough estimate. */
  promotion: z.object({
    level: z.enum(promotionLevels),
    from: z.enum(['rules', 'catalog']).nullable(),
    /** The rule's own name, or the level as text. */
    message: z.string(),
    /** Maximum share of promotional posts in percent, if a rule names one. */
    limit: z.number().int().nullable(),
  }),
  readAt: timeSchema.nullable(),
  /** Older than a day, because it couldn't be read again. */
  stale: z.boolean(),
  /** Why the last reading failed. */
  error: z.string().nullable(),
});
export type Subreddit = z.infer<typeof subredditSchema>;

export const subredditRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/subreddits',
    access: 'user',
    tokens: 'read',
    summary: 'What is known about these subreddits (comma-separated); rules as last read',
    query: z.object({
      names: z
        .string()
        .max(3200)
        .transform((names) => names.split(',').filter(Boolean))
        .pipe(z.array(subredditNameSchema).min(1).max(100)),
    }),
    response: wholeOf(subredditSchema),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/subreddits/:name',
    access: 'user',
    tokens: 'read',
    summary: 'One subreddit: facts, rules, post requirements; at most a day old where Reddit can be read',
    params: z.object({ name: subredditNameSchema }),
    response: subredditSchema,
  }),
};

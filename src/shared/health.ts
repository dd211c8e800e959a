import * as z from 'zod';
import { accountQuery, idSchema, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** With fewer items a figure is mostly chance, so none is shown. */
export const leastOwnItems = 10;

/** `k` of `n`; `low` and `high` bound the true share, 0 to 1, by Wilson's 95% interval. */
export const shareSchema = z.object({ k: z.number().int(), n: z.number().int(), low: z.number(), high: z.number() });
export type Share = z.output<typeof shareSchema>;

/** `low` and `high` bound the median in 95% of resamples. */
export const spreadSchema = z.object({
  n: z.number().int(),
  median: z.number(),
  q1: z.number(),
  q3: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Spread = z.output<typeof spreadSchema>;

/**
 * One of the user's own posts or comments in its current form, as plain text. Those that were deleted or can't be confirmed are
 * left out.
 */
export const quoteSchema = z.object({
  fullname: z.string(),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  permalink: z.string().nullable(),
  createdAt: timeSchema,
  text: z.string(),
});
export type Quote = z.output<typeof quoteSchema>;

/** Worst first. */
export const healthLevels = ['act', 'watch', 'ok', 'unknown'] as const;
export type HealthLevel = (typeof healthLevels)[number];

export const healthKeys = [
  'profile',
  'visibility',
  'removals',
  'karma',
  'age',
  'email',
  'suspension',
  'promotion',
  'repeated',
  'pace',
] as const;
export type HealthKey = (typeof healthKeys)[number];

const healthCheckSchema = z.object({
  key: z.enum(healthKeys),
  level: z.enum(healthLevels),
  /** What was measured, as text with its sample size. */
  message: z.string(),
  /** What to do about it; null when nothing is needed. */
  advice: z.string().nullable(),
  /** Short form, such as "3 of 40". */
  figure: z.string(),
  /** Number of posts, comments, or replies that it is based on; 0 if there were none. */
  n: z.number().int(),
  /** For the trend; null if the figure isn't a number. */
  value: z.number().nullable(),
  evidence: z.array(quoteSchema),
});
export type HealthCheck = z.output<typeof healthCheckSchema>;

const countsSchema = z.object({ act: z.number().int(), watch: z.number().int(), ok: z.number().int(), unknown: z.number().int() });

export const healthSchema = z.object({
  id: idSchema,
  createdAt: timeSchema,
  username: z.string(),
  /** Number of posts and comments checked. */
  sampleSize: z.number().int(),
  level: z.enum(healthLevels),
  /** The overall summary. */
  message: z.string(),
  counts: countsSchema,
  /** Why the last reading from Reddit failed; the figures are then from an earlier one. */
  error: z.string().nullable(),
  checks: z.array(healthCheckSchema),
});
export type Health = z.output<typeof healthSchema>;

const healthHistorySchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      createdAt: timeSchema,
      sampleSize: z.number().int(),
      level: z.enum(healthLevels),
      counts: countsSchema,
      /** Values of the checks that have a number. */
      values: z.array(z.object({ key: z.enum(healthKeys), n: z.number().int(), value: z.number() })),
    }),
  ),
});
export type HealthHistory = z.output<typeof healthHistorySchema>;

export const healthRoutes = {
  current: defineRoute({
    method: 'GET',
    path: '/reddit-health-simple/current',
    access: 'user',
    tokens: 'read',
    summary: 'Check the connected account now and store the report',
    query: accountQuery,
    response: healthSchema,
  }),
  latest: defineRoute({
    method: 'GET',
    path: '/reddit-health-simple/latest',
    access: 'user',
    tokens: 'read',
    summary: 'The latest report; 204 when there is none yet',
    query: accountQuery,
    response: healthSchema.nullable(),
  }),
  history: defineRoute({
    method: 'GET',
    path: '/reddit-health-simple/history',
    access: 'user',
    tokens: 'read',
    summary: 'The levels and figures of earlier reports, newest first',
    query: accountQuery,
    response: healthHistorySchema,
  }),
};

import * as z from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { quoteSchema } from './own-reports.ts';
import { defineRoute } from './route.ts';

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

export const healthCheckSchema = z.object({
  key: z.enum(healthKeys),
  level: z.enum(healthLevels),
  /** What was seen, in words, with its sample. */
  words: z.string(),
  /** What to do; null where nothing is to be done. */
  advice: z.string().nullable(),
  /** In short, such as "3 of 40". */
  figure: z.string(),
  /** How many posts, comments, or replies from Reddit it is based on; 0 if there was nothing to count. */
  n: z.number().int(),
  /** For the trend; null where the figure has no number. */
  value: z.number().nullable(),
  evidence: z.array(quoteSchema),
});
export type HealthCheck = z.output<typeof healthCheckSchema>;

const countsSchema = z.object({ act: z.number().int(), watch: z.number().int(), ok: z.number().int(), unknown: z.number().int() });

export const healthSchema = z.object({
  id: idSchema,
  createdAt: timeSchema,
  username: z.string(),
  /** Posts and comments that were looked at. */
  sampleSize: z.number().int(),
  level: z.enum(healthLevels),
  /** The overall line. */
  words: z.string(),
  counts: countsSchema,
  /** Why Reddit's last reading failed; what is shown here is from before. */
  error: z.string().nullable(),
  checks: z.array(healthCheckSchema),
});
export type Health = z.output<typeof healthSchema>;

export const healthHistorySchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      createdAt: timeSchema,
      sampleSize: z.number().int(),
      level: z.enum(healthLevels),
      counts: countsSchema,
      /** Of the checks that have a number. */
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
    response: healthSchema,
  }),
  latest: defineRoute({
    method: 'GET',
    path: '/reddit-health-simple/latest',
    access: 'user',
    tokens: 'read',
    summary: 'The latest report; 204 when there is none yet',
    response: healthSchema.nullable(),
  }),
  history: defineRoute({
    method: 'GET',
    path: '/reddit-health-simple/history',
    access: 'user',
    tokens: 'read',
    summary: 'The levels and figures of earlier reports, newest first',
    response: healthHistorySchema,
  }),
};

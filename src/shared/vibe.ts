import * as z from 'zod';
import { accountNameSchema, accountQuery, idSchema, timeSchema } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
import { quoteSchema, shareSchema, spreadSchema } from './health.ts';
import { defineRoute } from './route.ts';

export const tones = ['friendly', 'critical', 'plain'] as const;
export type Tone = (typeof tones)[number];

/** Counts by weekday (0 is Monday) and hour. */
export const hoursSchema = z.object({ n: z.number().int(), cells: z.array(z.array(z.number().int()).length(24)).length(7) });

export const vibeFindingsSchema = z.object({
  communities: z.array(z.object({ name: z.string(), share: shareSchema, scores: spreadSchema.nullable() })),
  hours: hoursSchema,
  scores: spreadSchema.nullable(),
  /** In words. */
  lengths: spreadSchema,
  questions: shareSchema,
  links: shareSchema,
  /** Null when no campaign has a website. */
  promotion: z.object({ share: shareSchema, names: z.array(z.string()) }).nullable(),
  tone: z.array(z.object({ tone: z.enum(tones), share: shareSchema })),
  topics: z.array(z.object({ word: z.string(), share: shareSchema, quotes: z.array(quoteSchema) })),
});
export type VibeFindings = z.output<typeof vibeFindingsSchema>;

export const vibeSchema = z.object({
  id: idSchema,
  createdAt: timeSchema,
  username: z.string(),
  /** Number of posts and comments it is based on. */
  sampleSize: z.number().int(),
  /** How many more are needed before anything is reported. */
  missing: z.number().int(),
  /** Reddit lists nothing although the karma shows activity. */
  hidden: z.boolean(),
  posts: z.number().int(),
  comments: z.number().int(),
  from: timeSchema.nullable(),
  to: timeSchema.nullable(),
  /** Reddit lists at most a thousand, so there may be older ones. */
  capped: z.boolean(),
  /** Why the last reading from Reddit failed; the data is then from an earlier one. */
  error: z.string().nullable(),
  zone: z.string(),
  findings: vibeFindingsSchema.nullable(),
});
export type Vibe = z.output<typeof vibeSchema>;

export const vibeHistorySchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      createdAt: timeSchema,
      sampleSize: z.number().int(),
      scores: spreadSchema.nullable(),
      questions: shareSchema.nullable(),
      promotion: shareSchema.nullable(),
    }),
  ),
});
export type VibeHistory = z.output<typeof vibeHistorySchema>;

export const vibeRoutes = {
  analyze: defineRoute({
    method: 'GET',
    path: '/reddit-vibe-analysis/analyze',
    access: 'user',
    tokens: 'read',
    summary: 'Analyze how the connected account writes and store the report; quotes are read from Reddit each time it is shown',
    query: z.object({ zone: zoneSchema.optional(), account: accountNameSchema.optional() }),
    response: vibeSchema,
  }),
  latest: defineRoute({
    method: 'GET',
    path: '/reddit-vibe-analysis/latest',
    access: 'user',
    tokens: 'read',
    summary: 'The latest report; 204 when there is none yet',
    query: accountQuery,
    response: vibeSchema.nullable(),
  }),
  history: defineRoute({
    method: 'GET',
    path: '/reddit-vibe-analysis/history',
    access: 'user',
    tokens: 'read',
    summary: 'The figures of earlier reports, newest first',
    query: accountQuery,
    response: vibeHistorySchema,
  }),
};

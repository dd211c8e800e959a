import * as z from 'zod';
import { dayMs } from './time.ts';
import { daySchema, idSchema, momentSchema, timeSchema } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
import { defineRoute } from './route.ts';

const count = z.number().int();
/** A whole day in the user's time zone, or an instant. */
const boundSchema = z.union([daySchema, momentSchema]);
const maxRangeMs = 3660 * dayMs;

/** What became of everything that was read: each lead and post counts on the day it was found, with its current state. */
export const funnelSteps = ['heard', 'matched', 'posts', 'leads', 'contacted', 'replied', 'won'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

export const analyticsQuery = z
  .object({
    /** The first day, or the instant at which the range begins; default: 30 days. */
    from: boundSchema.optional(),
    /** The last day, or the exclusive end of the range; default: today. */
    to: boundSchema.optional(),
    campaignId: idSchema.optional(),
    /** Only what reached this step: everything but the funnel counts that alone. */
    step: z.enum(funnelSteps).optional(),
    /** Used when the user hasn't set a time zone. */
    zone: zoneSchema.optional(),
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    const span = Date.parse(to) - Date.parse(from);
    if (span < 0) context.addIssue({ code: 'custom', path: ['to'], message: 'Must end after it begins' });
    if (span > maxRangeMs) context.addIssue({ code: 'custom', path: ['from'], message: "The range can't be longer than ten years" });
  });
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

const funnelSchema = z.object({
  ...(Object.fromEntries(funnelSteps.map((step) => [step, count])) as Record<FunnelStep, typeof count>),
  dismissed: count,
});

const headlineSchema = z.object({
  leads: count,
  right: count,
  wrong: count,
  answered: count,
  /** Median minutes from post to reply; null without replies. */
  answeredMinutes: z.number().nullable(),
  /** Cost of models; null when none was called. */
  spent: z.number().nullable(),
});

const seriesSchema = z.object({ campaignId: idSchema, name: z.string(), sample: z.boolean(), counts: z.array(count) });
/** Counts leads, or what reached the step asked for. */
const leadsOverTimeSchema = z.object({
  /** First day of each bucket, oldest first. */
  days: z.array(z.iso.date()),
  total: z.array(count),
  answered: z.array(count),
  /** The campaigns with the most leads, most first. */
  campaigns: z.array(seriesSchema),
  /** Totals of all other campaigns. */
  others: z.array(count),
});

const ratedSchema = z.object({ right: count, wrong: count });
const subredditSchema = ratedSchema.extend({
  subreddit: z.string(),
  heard: count,
  matched: count,
  posts: count,
  leads: count,
  replied: count,
  seenMinutes: z.number().nullable(),
  seen: count,
  /** Leads in eight equal parts of the range, oldest first. */
  trend: z.array(count),
});
const ruleSchema = ratedSchema.extend({ campaignId: idSchema, rule: z.string(), posts: count, leads: count, replied: count });
const hoursSchema = z.object({
  /** Leads (with a step: what reached it) by when they were posted: Monday to Sunday, 24 hours each in the time zone. */
  cells: z.array(z.array(count)),
  /** Weekday 0 is Monday. Null without leads. */
  most: z.object({ weekday: count, hour: count, leads: count }).nullable(),
});
const precisionSchema = ratedSchema.extend({
  campaigns: z.array(ratedSchema.extend({ campaignId: idSchema, name: z.string() })),
});
/** Minutes since the post. */
const latencyStepSchema = z.object({
  n: count,
  median: z.number().nullable(),
  /** 90th percentile. */
  most: z.number().nullable(),
  /** One count per entry of `edges`, and one for longer times. */
  counts: z.array(count),
});
export type LatencyStep = z.output<typeof latencyStepSchema>;
const latencySchema = z.object({
  /** Upper ends of the buckets in minutes. */
  edges: z.array(z.number()),
  found: latencyStepSchema,
  seen: latencyStepSchema,
  answered: latencyStepSchema,
});
const costSchema = z.object({
  /** US dollars for calls whose model has a price; null when no model was called. Based on whole UTC days. */
  spent: z.number().nullable(),
  perLead: z.number().nullable(),
  calls: count,
  /** Calls of models without a price, so the actual cost is higher. */
  unpriced: count,
  /** Cost by bucket of `leadsOverTime`. */
  buckets: z.array(z.number()),
  /** Leads by bucket. */
  leads: z.array(count),
});

export const charts = ['funnel', 'leadsOverTime', 'bySubreddit', 'byRule', 'byHour', 'precision', 'latency', 'cost'] as const;
export type ChartName = (typeof charts)[number];

export const analyticsSchema = z.object({
  from: timeSchema,
  /** Exclusive. */
  to: timeSchema,
  zone: z.string(),
  bucket: z.enum(['day', 'week']),
  /** Days whose figures are still being computed; they grow until this is 0. */
  counting: count,
  /** Start of the counting of fetched items, if later than `from`; null otherwise. */
  heardSince: timeSchema.nullable(),
  step: z.enum(funnelSteps).nullable(),
  /** Charts without figures for the step: of what was only read, hourly totals are stored, not when each was posted. */
  uncounted: z.array(z.enum(charts)),
  /** The figures include invented posts of a sample campaign. */
  sample: z.boolean(),
  headline: headlineSchema,
  /** The same figures for the preceding period of the same length. */
  before: headlineSchema,
  /** All steps, whichever was asked for. */
  funnel: funnelSchema,
  leadsOverTime: leadsOverTimeSchema,
  /** Most leads first; `more` counts the subreddits left out. */
  bySubreddit: z.object({ items: z.array(subredditSchema), more: count }),
  byRule: z.object({ items: z.array(ruleSchema), more: count }),
  byHour: hoursSchema,
  precision: precisionSchema,
  latency: latencySchema,
  cost: costSchema,
});
export type Analytics = z.output<typeof analyticsSchema>;

export const analyticsRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/analytics',
    access: 'user',
    tokens: 'read',
    summary: 'Analytics for a range of days: funnel, leads over time, subreddits, rules, hours, precision, latency, cost',
    query: analyticsQuery,
    response: analyticsSchema,
  }),
  csv: defineRoute({
    method: 'GET',
    path: '/analytics/:chart.csv',
    access: 'user',
    tokens: 'read',
    summary: 'The data behind one chart as CSV',
    params: z.object({ chart: z.enum(charts) }),
    query: analyticsQuery,
    response: z.string(),
    produces: 'text/csv; charset=utf-8',
  }),
};

import * as z from 'zod';
import { dayMs } from './time.ts';
import { daySchema, idSchema, momentSchema, timeSchema } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
import { defineRoute } from './route.ts';

const count = z.number().int();
/** A day of the user's zone, whole, or a moment. */
const boundSchema = z.union([daySchema, momentSchema]);
const longestMs = 3660 * dayMs;

export const analyticsQuery = z
  .object({
    /** The first day, or the moment at which it begins; 30 days when absent. */
    from: boundSchema.optional(),
    /** The last day, or the moment before which it ends; today when absent. */
    to: boundSchema.optional(),
    campaignId: idSchema.optional(),
    /** Stands in while the user has set no time zone. */
    zone: zoneSchema.optional(),
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    const span = Date.parse(to) - Date.parse(from);
    if (span < 0) context.addIssue({ code: 'custom', path: ['to'], message: 'Must end after it begins' });
    if (span > longestMs) context.addIssue({ code: 'custom', path: ['from'], message: "The range can't be longer than ten years" });
  });
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

/** What became of what was fetched in the range: each lead and post counts where it was found, with its state of now. */
export const funnelSteps = ['heard', 'matched', 'posts', 'leads', 'contacted', 'replied', 'won'] as const;
export type FunnelStep = (typeof funnelSteps)[number];
const funnelSchema = z.object({
  ...(Object.fromEntries(funnelSteps.map((step) => [step, count])) as Record<FunnelStep, typeof count>),
  dismissed: count,
});

const headlineSchema = z.object({
  leads: count,
  right: count,
  wrong: count,
  answered: count,
  /** Median minutes from posted to answered; null when nothing was. */
  answeredMinutes: z.number().nullable(),
  /** Of models; null where none was asked. */
  spent: z.number().nullable(),
});

const seriesSchema = z.object({ campaignId: idSchema, name: z.string(), sample: z.boolean(), counts: z.array(count) });
const leadsOverTimeSchema = z.object({
  /** First day of each bucket, oldest first. */
  days: z.array(z.iso.date()),
  total: z.array(count),
  answered: z.array(count),
  /** Those with the most leads, most first. */
  campaigns: z.array(seriesSchema),
  /** Of all campaigns that are not named. */
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
  /** Leads by when their conversations were written: Monday to Sunday, each 24 hours of the zone. */
  cells: z.array(z.array(count)),
  /** Weekday 0 is Monday. Null without a lead. */
  most: z.object({ weekday: count, hour: count, leads: count }).nullable(),
});
const precisionSchema = ratedSchema.extend({
  campaigns: z.array(ratedSchema.extend({ campaignId: idSchema, name: z.string() })),
});
/** Minutes from posted. */
const latencyStepSchema = z.object({
  n: count,
  median: z.number().nullable(),
  /** Nine of ten took no longer. */
  most: z.number().nullable(),
  /** One count for each of `edges`, and one for what took longer. */
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
  /** US dollars of the calls whose model has a price; null where no model was asked. Counted in whole UTC days. */
  spent: z.number().nullable(),
  perLead: z.number().nullable(),
  calls: count,
  /** Calls of models without a price: the cost is more than it says. */
  unpriced: count,
  /** Spent by bucket of `leadsOverTime`. */
  buckets: z.array(z.number()),
});

export const analyticsSchema = z.object({
  from: timeSchema,
  /** Outside the range. */
  to: timeSchema,
  zone: z.string(),
  bucket: z.enum(['day', 'week']),
  /** Days whose figures are still being counted; until it is 0 they grow. */
  counting: count,
  /** Since when fetching is counted, where that is later than `from`; null otherwise. */
  heardSince: timeSchema.nullable(),
  /** Invented posts of a sample campaign are among the figures. */
  sample: z.boolean(),
  headline: headlineSchema,
  /** Of the stretch of the same length before. */
  before: headlineSchema,
  funnel: funnelSchema,
  leadsOverTime: leadsOverTimeSchema,
  /** Most leads first; those that brought the least are left out, and told in `more`. */
  bySubreddit: z.object({ items: z.array(subredditSchema), more: count }),
  byRule: z.object({ items: z.array(ruleSchema), more: count }),
  byHour: hoursSchema,
  precision: precisionSchema,
  latency: latencySchema,
  cost: costSchema,
});
export type Analytics = z.output<typeof analyticsSchema>;

export const charts = ['funnel', 'leadsOverTime', 'bySubreddit', 'byRule', 'byHour', 'precision', 'latency', 'cost'] as const;
export type ChartName = (typeof charts)[number];

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

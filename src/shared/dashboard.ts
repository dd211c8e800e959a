import * as z from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { zoneQuery } from './follow-ups.ts';
import { leadSchema } from './leads.ts';
import { defineRoute } from './route.ts';
import { sourceHealthSchema } from './source-health.ts';

/** `connect` is included when the instance has a Reddit client id. */
export const setupKeys = ['account', 'campaign', 'connect', 'rate', 'reply', 'model', 'email', 'passkey'] as const;

/** Who answered a reply of the user's, a follow-up that is due, or a new lead. */
export const todayKinds = ['answer', 'follow-up', 'lead'] as const;
export const todayItemSchema = z.object({
  kind: z.enum(todayKinds),
  lead: leadSchema,
  followUp: z.object({ id: idSchema, dueAt: timeSchema, note: z.string() }).nullable(),
  /** Comments below the user's reply that wait for a response, oldest first. Untrusted. */
  answers: z.array(
    z.object({
      id: idSchema,
      /** The post that the user replied to. */
      postId: idSchema,
      /** Null, and the text empty, once Earshot may no longer keep them. */
      author: z.string().nullable(),
      body: z.string(),
      permalink: z.string().nullable(),
      at: timeSchema,
    }),
  ),
});
export type TodayItem = z.output<typeof todayItemSchema>;
export const todaySchema = z.object({
  /** In the order in which to do them: answers, follow-ups, new leads. */
  items: z.array(todayItemSchema),
  /** People handled since midnight in the user's time zone, each counted once. */
  done: z.object({ replied: z.number().int(), followedUp: z.number().int(), dismissed: z.number().int() }),
  /** When the next follow-up is due or the next leads may come; null if nothing is planned. */
  nextAt: timeSchema.nullable(),
});
export type Today = z.output<typeof todaySchema>;

export const dashboardSchema = z.object({
  /** Leads in stage `new`: the number that matters most. */
  needAnswer: z.number().int(),
  since: z.object({
    at: timeSchema,
    /** Posts and comments that campaigns read, each once. */
    heard: z.number().int(),
    /** Those of them in the list of posts, where each campaign has its own. */
    posts: z.number().int(),
    leads: z.number().int(),
    subreddits: z.number().int(),
  }),
  totals: z.object({ posts: z.number().int(), unseenPosts: z.number().int(), leads: z.number().int(), newLeads: z.number().int() }),
  /** One entry per day in the user's time zone, oldest first, 30 in total; `answered` counts by the day of the reply. */
  trend: z.array(z.object({ day: z.iso.date(), leads: z.number().int(), answered: z.number().int() })),
  /** The same 30 days, and the 30 days before them. */
  recent: z.object({
    leads: z.number().int(),
    leadsBefore: z.number().int(),
    answered: z.number().int(),
    answeredBefore: z.number().int(),
    /** Median minutes from post to seen, and the number of leads it is based on; null without any. */
    seenMinutes: z.number().nullable(),
    seen: z.number().int(),
  }),
  monitored: z.object({
    total: z.number().int(),
    monitored: z.number().int(),
    problems: z.array(z.object({ name: z.string(), campaignId: idSchema, state: z.enum(['failed', 'limited']), message: z.string() })),
    /** Why nothing is read from Reddit; its streams then aren't among the problems. */
    reddit: z.string().nullable(),
  }),
  /** Sources of which no stream can be read, for admins; empty for everyone else. */
  outages: z.array(sourceHealthSchema),
  campaigns: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      status: z.enum(['draft', 'active', 'paused']),
      sample: z.boolean(),
      /** Leads per day over ten days, oldest first. */
      sparkline: z.array(z.number().int()),
      today: z.number().int(),
      /** Share of good matches among the last 50 rated posts, 0 to 1; null when none is rated. */
      right: z.number().nullable(),
      rated: z.number().int(),
      strip: z.array(z.number().int().nullable()),
      nextRunAt: timeSchema.nullable(),
      running: z.boolean(),
      /** Number of changes that feedback suggests. */
      suggestions: z.number().int(),
    }),
  ),
  setup: z.array(z.object({ key: z.enum(setupKeys), done: z.boolean(), progress: z.string().nullable() })),
});
export type Dashboard = z.output<typeof dashboardSchema>;
export const dashboardRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/dashboard',
    access: 'user',
    tokens: 'read',
    summary: 'The dashboard: what needs attention now',
    query: z.object(zoneQuery),
    response: dashboardSchema,
  }),
  today: defineRoute({
    method: 'GET',
    path: '/dashboard/today',
    access: 'user',
    tokens: 'read',
    summary: 'What to do today: people who answered, follow-ups that are due, and the best new leads, in this order',
    query: z.object(zoneQuery),
    response: todaySchema,
  }),
};

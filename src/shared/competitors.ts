import * as z from 'zod';
import { changesTo, idParams, idSchema, pageOf, pageQuery, timeSchema, websiteSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

const count = z.number().int();
const words = (most: number) => z.array(z.string().trim().min(2, 'At least 2 characters').max(60, 'At most 60 characters')).max(most);

export const mentionKinds = ['alternative', 'complaint', 'praise', 'comparison', 'question', 'other'] as const;
export const mentionKindSchema = z.enum(mentionKinds);
export type MentionKind = z.infer<typeof mentionKindSchema>;
export const complaintTopics = ['price', 'support', 'reliability', 'speed', 'features', 'ease', 'billing', 'data', 'integrations'] as const;
export const complaintTopicSchema = z.enum(complaintTopics);
export type ComplaintTopic = z.infer<typeof complaintTopicSchema>;

export const competitorInputSchema = z.strictObject({
  name: z.string().trim().min(2, 'At least 2 characters').max(60, 'At most 60 characters'),
  /** Other names and spellings. */
  aliases: words(20).default([]),
  website: z.union([z.literal(''), websiteSchema]).default(''),
  /** For names that are also common words: a mention must also contain one of these. */
  keywords: words(20).default([]),
  notes: z.string().max(5000).default(''),
  /** The user's own product. */
  own: z.boolean().default(false),
});
export type CompetitorInput = z.output<typeof competitorInputSchema>;
export const competitorUpdateSchema = changesTo(competitorInputSchema.shape);
export type CompetitorUpdate = z.output<typeof competitorUpdateSchema>;

export const competitorSchema = z.object({
  id: idSchema,
  name: z.string(),
  aliases: z.array(z.string()),
  website: z.string(),
  keywords: z.array(z.string()),
  notes: z.string(),
  own: z.boolean(),
  /** The name is also a common word and there are no keywords, so only mentions that look like the product count. */
  needsContext: z.boolean(),
  createdAt: timeSchema,
  mentions: count,
  /** People looking for an alternative. */
  alternatives: count,
  complaints: count,
  lastMentionAt: timeSchema.nullable(),
  /** Share of all mentions of the user's competitors in the last 30 days; null without any. */
  share: z.number().nullable(),
  /** Stored items are still being searched for mentions. */
  reading: z.boolean(),
  searchedAt: timeSchema.nullable(),
  /** Why the last search of Reddit failed. */
  searchError: z.string().nullable(),
});
export type Competitor = z.output<typeof competitorSchema>;

export const mentionSchema = z.object({
  id: idSchema,
  competitorId: idSchema,
  competitor: z.string(),
  own: z.boolean(),
  kind: mentionKindSchema,
  sentiment: z.number().nullable(),
  topics: z.array(complaintTopicSchema),
  /** The quoted sentence. */
  quote: z.string(),
  itemKind: z.enum(['post', 'comment']),
  title: z.string(),
  subreddit: z.string(),
  author: z.string().nullable(),
  permalink: z.string().nullable(),
  createdAt: timeSchema,
  /** The post, if it was kept as one. */
  postId: idSchema.nullable(),
});
export type Mention = z.output<typeof mentionSchema>;

export const mentionTones = ['good', 'bad', 'neutral'] as const;
export type MentionTone = (typeof mentionTones)[number];
const mentionFilters = {
  ...pageQuery,
  kind: mentionKindSchema.optional(),
  sentiment: z.enum(mentionTones).optional(),
  q: z.string().trim().max(200).optional(),
  since: timeSchema.optional(),
};
export const mentionQuery = z.object({ ...mentionFilters, competitorId: idSchema.optional() });
export type MentionQuery = z.output<typeof mentionQuery>;

const rangeQuery = z.object({ from: timeSchema.optional(), to: timeSchema.optional() });
const shareSchema = z.array(z.object({ id: idSchema, name: z.string(), own: z.boolean(), mentions: count, share: z.number() }));
export const overviewSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  mentions: count,
  alternatives: count,
  complaints: count,
  share: shareSchema,
});
export type CompetitorOverview = z.output<typeof overviewSchema>;

export const competitorAnalyticsSchema = z.object({
  competitor: z.object({ id: idSchema, name: z.string(), own: z.boolean() }),
  from: timeSchema,
  to: timeSchema,
  mentions: count,
  /** The same figure for the preceding period. */
  before: count,
  byDay: z.array(z.object({ day: z.iso.date(), mentions: count })),
  kinds: z.array(z.object({ kind: mentionKindSchema, mentions: count })),
  /** `n`: mentions with a sentiment. */
  sentiment: z.object({ average: z.number().nullable(), n: count, good: count, neutral: count, bad: count }),
  sentimentByWeek: z.array(z.object({ week: z.iso.date(), average: z.number(), n: count })),
  share: shareSchema,
  topics: z.array(
    z.object({
      topic: complaintTopicSchema,
      mentions: count,
      quotes: z.array(z.object({ id: idSchema, quote: z.string(), subreddit: z.string(), permalink: z.string().nullable() })),
    }),
  ),
  subreddits: z.array(z.object({ name: z.string(), mentions: count })),
});
export type CompetitorAnalytics = z.output<typeof competitorAnalyticsSchema>;

export const discoverySchema = z.object({
  site: z.object({ name: z.string(), about: z.string(), url: z.string(), pages: count }),
  candidates: z.array(
    z.object({
      name: z.string(),
      /** Number of mentions. */
      count,
      /** Already in the user's list. */
      known: z.boolean(),
      seen: z.array(z.object({ where: z.enum(['site', 'heard']), quote: z.string(), url: z.string().nullable() })),
    }),
  ),
});
export type CompetitorDiscovery = z.output<typeof discoverySchema>;

export const discoveryRequestSchema = z.strictObject({
  websiteUrl: websiteSchema,
});

export const competitorRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/competitors',
    access: 'user',
    tokens: 'read',
    summary: 'Your competitors with their figures',
    response: wholeOf(competitorSchema),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/competitors',
    access: 'user',
    tokens: 'write',
    summary: 'Add a competitor to watch for',
    body: competitorInputSchema,
    response: competitorSchema,
    status: 201,
  }),
  overview: defineRoute({
    method: 'GET',
    path: '/competitors/overview',
    access: 'user',
    tokens: 'read',
    summary: 'Share of voice and notable changes',
    query: rangeQuery,
    response: overviewSchema,
  }),
  allMentions: defineRoute({
    method: 'GET',
    path: '/competitors/mentions',
    access: 'user',
    tokens: 'read',
    summary: 'Mentions of all competitors, newest first',
    query: mentionQuery,
    response: pageOf(mentionSchema),
  }),
  makeLead: defineRoute({
    method: 'POST',
    path: '/competitors/mentions/:id/lead',
    access: 'user',
    tokens: 'write',
    summary: 'Turn the author into a lead; idempotent',
    params: idParams,
    body: z.strictObject({ campaignId: idSchema }),
    response: z.object({ postId: idSchema, created: z.boolean() }),
  }),
  scrape: defineRoute({
    method: 'POST',
    path: '/competitors/scrape',
    access: 'user',
    tokens: 'write',
    summary: 'Search Reddit for one or all competitors, in the background',
    body: z.strictObject({ competitorId: idSchema.optional() }),
    response: z.object({ searching: count }),
    status: 202,
  }),
  discover: defineRoute({
    method: 'POST',
    path: '/competitors/discover',
    access: 'user',
    tokens: 'write',
    summary: 'Suggest competitors from a website and stored posts',
    body: discoveryRequestSchema,
    response: discoverySchema,
  }),
  replace: defineRoute({
    method: 'PUT',
    path: '/competitors/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Replace all fields of a competitor; those left out get their defaults. Stored posts are searched for new names',
    params: idParams,
    body: competitorInputSchema,
    response: competitorSchema,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/competitors/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Change some fields of a competitor; stored posts are searched for new names',
    params: idParams,
    body: competitorUpdateSchema,
    response: competitorSchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/competitors/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Remove a competitor with its mentions',
    params: idParams,
    response: z.null(),
  }),
  mentions: defineRoute({
    method: 'GET',
    path: '/competitors/:id/mentions',
    access: 'user',
    tokens: 'read',
    summary: 'Mentions of one competitor, newest first',
    params: idParams,
    query: z.object(mentionFilters),
    response: pageOf(mentionSchema),
  }),
  analytics: defineRoute({
    method: 'GET',
    path: '/competitors/:id/analytics',
    access: 'user',
    tokens: 'read',
    summary: 'Analytics of one competitor, with quotes',
    params: idParams,
    query: rangeQuery,
    response: competitorAnalyticsSchema,
  }),
};

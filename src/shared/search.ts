import * as z from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';
import { subredditNameSchema } from './subreddits.ts';

export const searchSorts = ['relevance', 'new', 'top', 'comments', 'hot'] as const;
export type SearchSort = (typeof searchSorts)[number];
export const searchTimes = ['hour', 'day', 'week', 'month', 'year', 'all'] as const;
export type SearchTime = (typeof searchTimes)[number];

/** Reddit's own limit. */
export const maxSearchLength = 512;

const searchHitSchema = z.object({
  fullname: z.string(),
  subreddit: z.string(),
  author: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  url: z.string().nullable(),
  permalink: z.string().nullable(),
  createdAt: timeSchema,
  /** Points on Reddit; null when the source doesn't report them. */
  score: z.number().int().nullable(),
  numComments: z.number().int().nullable(),
  locked: z.boolean(),
  /** How the chosen campaign would treat it. */
  preview: z
    .object({
      confidence: z.number().int().min(0).max(100),
      outcome: z.enum(['lead', 'post', 'below', 'unmatched', 'filtered']),
      /** As text. */
      reason: z.string(),
    })
    .nullable(),
  /** The chosen campaign's post of it. */
  postId: idSchema.nullable(),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

export const searchResultSchema = z.object({
  /** `none`: Reddit can't be read. `rss` gives no points, no comment counts, and no further pages. */
  transport: z.enum(['api', 'rss', 'none']),
  items: z.array(searchHitSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int().nullable(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

export const searchRedditQuery = z.object({
  q: z.string().trim().min(1, 'Enter a search term').max(maxSearchLength),
  subreddit: subredditNameSchema.optional(),
  sort: z.enum(searchSorts).default('relevance'),
  time: z.enum(searchTimes).default('month'),
  cursor: z
    .string()
    .regex(/^t3_[0-9a-z]{1,13}$/, 'Invalid cursor for this list')
    .optional(),
  campaignId: idSchema.optional(),
});
export type SearchRedditQuery = z.output<typeof searchRedditQuery>;

export const searchRoutes = {
  reddit: defineRoute({
    method: 'GET',
    path: '/search/reddit',
    access: 'user',
    tokens: 'read',
    summary: 'Search Reddit live; scored for a campaign if one is given',
    query: searchRedditQuery,
    response: searchResultSchema,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/search/save',
    access: 'user',
    tokens: 'write',
    summary: 'Save a search result as a post of a campaign; idempotent',
    body: z.strictObject({ fullname: z.string().regex(/^t[13]_[0-9a-z]{1,13}$/, 'Invalid Reddit name'), campaignId: idSchema }),
    response: z.object({ postId: idSchema, created: z.boolean() }),
  }),
};

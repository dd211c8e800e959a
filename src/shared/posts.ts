import * as z from 'zod';
import { changeKeySchema, flagSchema, idParams, idSchema, pageOf, pageQuery, timeSchema } from './common.ts';
import { sourceIds } from './sources.ts';
import { defineRoute } from './route.ts';
import { componentsSchema, evidenceSchema } from './scoring.ts';

export const postStatuses = ['new', 'lead', 'dismissed', 'archived'] as const;
export const postStatusSchema = z.enum(postStatuses);
export const dismissReasons = ['not-my-customer', 'no-need', 'seller', 'wrong-place', 'old'] as const;
export const dismissReasonSchema = z.enum(dismissReasons);
export type DismissReason = z.infer<typeof dismissReasonSchema>;

export const feedbackSchema = z.object({ verdict: z.enum(['right', 'wrong']), reason: dismissReasonSchema.nullable(), at: timeSchema });

export const postSchema = z.object({
  id: idSchema,
  fullname: z.string(),
  kind: z.enum(['post', 'comment']),
  /** Where it was written. Fields that only Reddit has are absent elsewhere. */
  origin: z.enum(sourceIds),
  /** The subreddit, "Hacker News", or the title of the feed. */
  subreddit: z.string(),
  author: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  url: z.string().nullable(),
  permalink: z.string().nullable(),
  /** Null when the source doesn't report it. */
  createdAt: timeSchema.nullable(),
  discoveredAt: timeSchema,
  /** Points on Reddit; null when the source doesn't report them. */
  score: z.number().int().nullable(),
  numComments: z.number().int().nullable(),
  campaignId: idSchema,
  matchedRules: z.array(z.string()),
  confidence: z.number().int().min(0).max(100),
  /** Points from the campaign's feedback before the cap, −25 to 25. */
  learnedPoints: z.number(),
  components: componentsSchema,
  evidence: z.array(evidenceSchema),
  reason: z.string(),
  scoredBy: z.string(),
  status: postStatusSchema,
  seen: z.boolean(),
  feedback: feedbackSchema.nullable(),
  leadId: idSchema.nullable(),
  /** Set when the original was deleted; its texts are empty then. */
  goneAt: timeSchema.nullable(),
  sample: z.boolean(),
});
export type Post = z.output<typeof postSchema>;

/** A post that is not a lead. */
const belowSchema = postSchema.extend({ notLead: z.string() });
export type BelowPost = z.output<typeof belowSchema>;

export const postSorts = ['-confidence', '-createdAt', '-discoveredAt'] as const;
export const postListQuery = z.object({
  ...pageQuery,
  campaignId: idSchema.optional(),
  /** `away`: dismissed or archived. */
  status: z.union([postStatusSchema, z.enum(['all', 'away'])]).optional(),
  minScore: z.coerce.number().int().min(0).max(100).optional(),
  subreddit: z.string().max(120).optional(),
  kind: z.enum(['post', 'comment']).optional(),
  q: z.string().max(300).optional(),
  since: z.union([timeSchema, z.iso.date()]).optional(),
  /** Found, or rated, dismissed, archived, or made a lead by somebody, at or after. */
  updatedSince: z.union([timeSchema, z.iso.date()]).optional(),
  rule: z.string().max(500).optional(),
  seen: flagSchema.optional(),
  sort: z.enum(postSorts).default('-confidence'),
});
export type PostListQuery = z.output<typeof postListQuery>;

export const threadItemSchema = z.object({
  fullname: z.string(),
  author: z.string().nullable(),
  body: z.string(),
  createdAt: timeSchema.nullable(),
  score: z.number().int().nullable(),
  depth: z.number().int(),
});
export const postDetailSchema = postSchema.extend({
  /** Its context in the thread, as far as fetched. */
  thread: z.array(threadItemSchema),
  /** Points of each component, out of 100, with the campaign's weights. */
  points: z.array(z.object({ name: z.string(), points: z.number(), max: z.number(), message: z.string() })),
});
export type PostDetail = z.output<typeof postDetailSchema>;

/** The thread around a post as its source shows it now. */
export const postThreadSchema = z.object({
  /** At most ten; depth 1 is a reply to the post. */
  comments: z.array(
    threadItemSchema.extend({
      permalink: z.string().nullable(),
      /** Of the author of the post. */
      byAsker: z.boolean(),
      /** Competitors that it names, and sites that it links to. */
      pitches: z.array(z.string()),
    }),
  ),
  /** Comments that were read; null if none could be. */
  read: z.number().int().nullable(),
  askerRepliedAt: timeSchema.nullable(),
  readAt: timeSchema.nullable(),
  /** Why there are no comments, as a sentence. */
  problem: z.string().nullable(),
  /** What this account has of the author: other posts found, and the last contact. Null if unknown. */
  person: z.object({ otherPosts: z.number().int(), contactedAt: timeSchema.nullable() }).nullable(),
});
export type PostThread = z.output<typeof postThreadSchema>;

export const bulkActions = ['lead', 'dismiss', 'archive', 'restore', 'seen', 'unseen'] as const;
export const undoResultSchema = z.object({ undoToken: z.string(), changed: z.number().int() });

export const postRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/posts',
    access: 'user',
    tokens: 'read',
    summary: 'Discovered posts and comments',
    query: postListQuery,
    response: pageOf(postSchema),
  }),
  justBelow: defineRoute({
    method: 'GET',
    path: '/campaigns/:id/just-below',
    access: 'user',
    tokens: 'read',
    summary: 'The best posts of the last 24 hours that are not leads, each with the reason',
    params: idParams,
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(5) }),
    response: z.object({ items: z.array(belowSchema) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/posts/:id',
    access: 'user',
    tokens: 'read',
    summary: 'One post with its score, evidence and thread',
    params: idParams,
    response: postDetailSchema,
  }),
  thread: defineRoute({
    method: 'GET',
    path: '/posts/:id/thread',
    access: 'user',
    tokens: 'read',
    summary: 'The comments around a post as its source shows them now, at most 15 minutes old, and what you have of its author',
    params: idParams,
    response: postThreadSchema,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/posts/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Set the status, or mark as seen',
    params: idParams,
    body: z.strictObject({ status: postStatusSchema.optional(), seen: z.boolean().optional() }),
    response: postSchema,
  }),
  feedback: defineRoute({
    method: 'POST',
    path: '/posts/:id/feedback',
    access: 'user',
    tokens: 'write',
    summary: 'Give feedback: a good match becomes a lead, a bad one is no longer a lead',
    params: idParams,
    body: z.strictObject({ verdict: z.enum(['right', 'wrong']), reason: dismissReasonSchema.optional() }),
    response: postSchema,
  }),
  undoFeedback: defineRoute({
    method: 'DELETE',
    path: '/posts/:id/feedback',
    access: 'user',
    tokens: 'write',
    summary: 'Undo the feedback: the post is what it was before',
    params: idParams,
    response: postSchema,
  }),
  bulk: defineRoute({
    method: 'POST',
    path: '/posts/bulk',
    access: 'user',
    tokens: 'write',
    summary: 'Apply an action to multiple posts',
    body: z.strictObject({
      ids: z.array(idSchema).min(1).max(500),
      action: z.enum(bulkActions),
      reason: dismissReasonSchema.optional(),
      /** Chosen by the client for each change. A request with the same key changes nothing and gets the first response. */
      key: changeKeySchema.optional(),
    }),
    response: undoResultSchema,
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/posts/undo',
    access: 'user',
    tokens: 'write',
    summary: 'Undo a bulk action; idempotent',
    /** By `key`, also before the action has arrived: then it changes nothing when it does. */
    body: z
      .strictObject({ undoToken: z.string().max(100).optional(), key: changeKeySchema.optional() })
      .refine(({ undoToken, key }) => (undoToken === undefined) !== (key === undefined), {
        message: 'Send undoToken or key',
        path: ['undoToken'],
      }),
    response: z.object({ changed: z.number().int() }),
  }),
};

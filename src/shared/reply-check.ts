import * as z from 'zod';
import { accountNameSchema, idParams, idSchema, timeSchema } from './common.ts';
import { maxReplyLength } from './outbox.ts';
import { defineRoute } from './route.ts';
import { promotionLevels } from './subreddits.ts';

/** `stop`: the server refuses to send. `ask`: a person has to check. `unknown`: couldn't be checked, and is ignored. */
export const checkOutcomes = ['ok', 'ask', 'stop', 'unknown'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

export const checkKeys = [
  'placeholder',
  'facts',
  'community',
  'links',
  'disclosure',
  'promotion-30',
  'promotion-90',
  'thread',
  'answered',
  'repeated',
  'account',
  'cap',
] as const;
export type CheckKey = (typeof checkKeys)[number];

export const checkPointSchema = z.object({
  key: z.enum(checkKeys),
  level: z.enum(checkOutcomes),
  /** One sentence with its figures and their sample size. */
  message: z.string(),
  /** Supporting evidence: rules word for word, URLs on Reddit. */
  evidence: z.array(z.string()),
});
export type CheckPoint = z.infer<typeof checkPointSchema>;

export const replyCheckSchema = z.object({
  postId: idSchema,
  subreddit: z.string(),
  /** The worst of the points, ignoring `unknown` ones. */
  level: z.enum(['ok', 'ask', 'stop']),
  points: z.array(checkPointSchema),
  /** The Reddit account that it was checked for; null without one. */
  account: z.string().nullable(),
  /** The person's accounts that can post. */
  accounts: z.array(z.string()),
  /** Number of the subreddit's rules; null when they couldn't be read. */
  ruleCount: z.number().int().nullable(),
  promotion: z.enum(promotionLevels),
  checkedAt: timeSchema,
});
export type ReplyCheck = z.infer<typeof replyCheckSchema>;

export const replyCheckRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/posts/:id/reply-check',
    access: 'user',
    tokens: 'read',
    summary: 'Checks before replying to this post; with `text`, for this reply',
    params: idParams,
    query: z.object({ text: z.string().max(2000).default(''), account: accountNameSchema.optional() }),
    response: replyCheckSchema,
  }),
  /** The same for replies too long for a URL. */
  post: defineRoute({
    method: 'POST',
    path: '/posts/:id/reply-check',
    access: 'user',
    tokens: 'write',
    summary: 'Check this reply before sending it; changes nothing',
    params: idParams,
    body: z.strictObject({ text: z.string().max(maxReplyLength), account: accountNameSchema.optional() }),
    response: replyCheckSchema,
  }),
};

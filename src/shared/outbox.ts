import * as z from 'zod';
import { idParams, idSchema, pageOf, pageQuery, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** `unknown`: Reddit may or may not have posted it; it is never sent again automatically. */
export const outboxStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
const outboxStateSchema = z.enum(outboxStates);
export type OutboxState = z.infer<typeof outboxStateSchema>;

/** Reddit takes this much. */
export const maxReplyLength = 10_000;

/**
 * State of a reply on Reddit. `shown`: others see it. `own`: only its author is known to see it.
 * `hidden`: Reddit does not show it to others, and does not say why. `deleted`: by its author.
 */
export const replyStates = ['waiting', 'shown', 'own', 'removed', 'hidden', 'deleted'] as const;
export type ReplyState = (typeof replyStates)[number];
export const replySchema = z.object({
  state: z.enum(replyStates),
  /** Reddit's points; null before the first look. */
  score: z.number().int().nullable(),
  /** Points as they moved, oldest first: the first look and each that found others. */
  history: z.array(z.object({ at: timeSchema, score: z.number().int() })),
  /** Direct answers of others; null where they could not be read yet. */
  answers: z.number().int().nullable(),
  /** Some of their authors. Untrusted. */
  answeredBy: z.array(z.string()),
  /** When the person who was answered wrote back. */
  answeredAt: timeSchema.nullable(),
  locked: z.boolean(),
  checkedAt: timeSchema.nullable(),
  /** Null once it is looked at no more. */
  nextAt: timeSchema.nullable(),
  /** Since when looking does not work. */
  trouble: z.object({ why: z.enum(['unreadable', 'unconnected']), since: timeSchema }).nullable(),
});
export type Reply = z.infer<typeof replySchema>;

export const outboxItemSchema = z.object({
  id: idSchema,
  postId: idSchema.nullable(),
  account: z.string(),
  subreddit: z.string(),
  message: z.string(),
  state: outboxStateSchema,
  createdAt: timeSchema,
  /** When it is tried, or looked for, next; null once it is settled. */
  nextAt: timeSchema.nullable(),
  sentAt: timeSchema.nullable(),
  permalink: z.string().nullable(),
  /** In words: why it failed, waits or is unknown. */
  error: z.string().nullable(),
  /** What became of it on Reddit; null where it is not watched. */
  reply: replySchema.nullable(),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;

export const outcomes = ['sent', 'not-sent', 'look-again'] as const;
export type Outcome = (typeof outcomes)[number];

export const outboxRoutes = {
  send: defineRoute({
    method: 'POST',
    path: '/posts/:id/post-to-reddit',
    access: 'user',
    tokens: 'none',
    summary: 'Post a reply as the connected Reddit account',
    params: idParams,
    body: z.strictObject({ message: z.string().trim().min(1, 'Write something first').max(maxReplyLength) }),
    response: z.object({ outboxId: idSchema, state: outboxStateSchema }),
    status: 202,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/outbox',
    access: 'user',
    tokens: 'none',
    summary: 'Replies sent, sending and failed, newest first',
    query: z.object({ ...pageQuery, postId: idSchema.optional() }),
    response: pageOf(outboxItemSchema),
  }),
  resolve: defineRoute({
    method: 'POST',
    path: '/outbox/:id/resolve',
    access: 'user',
    tokens: 'none',
    summary: 'Settle a reply whose outcome is unknown, or check Reddit again',
    params: idParams,
    body: z.strictObject({ outcome: z.enum(outcomes) }),
    response: outboxItemSchema,
  }),
};

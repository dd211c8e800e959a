import * as z from 'zod';
import { accountNameSchema, idParams, idSchema, pageOf, pageQuery, personSchema, timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

/** `unknown`: Reddit may or may not have posted it, so it is never sent again automatically. */
export const outboxStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
const outboxStateSchema = z.enum(outboxStates);
export type OutboxState = z.infer<typeof outboxStateSchema>;

/**
 * Why a queued reply isn't sent. `paused`: by its user. `missed`: too late to send without asking. `left`: who would send it left the
 * workspace. `approval`: a second person has to approve it. `returned`: they sent it back to who wrote it.
 */
export const heldSchema = z.enum(['paused', 'missed', 'left', 'approval', 'returned']);
export type Held = z.infer<typeof heldSchema>;

/** Reddit's own limit. */
export const maxReplyLength = 10_000;

/** A reply waits this long before it is posted, so that it can be undone. */
export const holdMs = 10_000;
/** An undo of the last moment needs time to arrive. */
export const undoGraceMs = 2000;

/** When to follow up on the person if the reply was posted; null: not at all. */
export const followUpAtSchema = timeSchema.nullable().default(null);

/**
 * State of a reply on Reddit. `shown`: visible to others. `own`: only known to be visible to its author. `hidden`: not visible to
 * others, for unknown reasons. `deleted`: by its author.
 */
export const replyStates = ['waiting', 'shown', 'own', 'removed', 'hidden', 'deleted'] as const;
export type ReplyState = (typeof replyStates)[number];
export const replySchema = z.object({
  state: z.enum(replyStates),
  /** Points on Reddit; null before the first check. */
  score: z.number().int().nullable(),
  /** Points over time, oldest first: the first check, and each check with a change. */
  history: z.array(z.object({ at: timeSchema, score: z.number().int() })),
  /** Direct replies by others; null while they couldn't be read. */
  answers: z.number().int().nullable(),
  /** Authors of some of them. Untrusted. */
  answeredBy: z.array(z.string()),
  /** When the person who was replied to posted again. */
  answeredAt: timeSchema.nullable(),
  locked: z.boolean(),
  checkedAt: timeSchema.nullable(),
  /** Time of the next check; null when checking has ended. */
  nextAt: timeSchema.nullable(),
  /** Since when checking has failed. */
  trouble: z.object({ why: z.enum(['unreadable', 'unconnected']), since: timeSchema }).nullable(),
  /** Its sender left the workspace: it is checked with the account of somebody else there. */
  senderLeft: z.boolean().optional(),
});
export type Reply = z.infer<typeof replySchema>;

export const outboxItemSchema = z.object({
  id: idSchema,
  postId: idSchema.nullable(),
  account: z.string(),
  /** Who sends it; null for a deleted account. */
  sentBy: personSchema.nullable().optional(),
  /** The person who asks may undo, edit, or retry it. */
  canChange: z.boolean().optional(),
  /** The second person, where replies are approved. */
  approvedBy: personSchema.nullable().optional(),
  subreddit: z.string(),
  message: z.string(),
  state: outboxStateSchema,
  held: heldSchema.nullable().optional(),
  createdAt: timeSchema,
  /** When it is next sent or looked for; null once it is settled. */
  nextAt: timeSchema.nullable(),
  sentAt: timeSchema.nullable(),
  permalink: z.string().nullable(),
  /** Why it failed, waits, or is unknown. */
  error: z.string().nullable(),
  /** Its state on Reddit; null when it isn't tracked. */
  reply: replySchema.nullable(),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;

export const waitingReplySchema = z.object({
  id: idSchema,
  postId: idSchema.nullable(),
  leadId: idSchema.nullable(),
  /** Title of the conversation; empty for a comment or a deleted post. */
  title: z.string(),
  author: z.string().nullable(),
  permalink: z.string().nullable(),
  subreddit: z.string(),
  account: z.string(),
  /** Who wrote it and whose account posts it; null for a deleted account. */
  sentBy: personSchema.nullable(),
  message: z.string(),
  /** `returned`: somebody sent it back, and `note` says why. */
  held: z.enum(['approval', 'returned']),
  note: z.string().nullable(),
  createdAt: timeSchema,
  /** The time that was chosen; null for at once. */
  wishedAt: timeSchema.nullable(),
  /** The person who asks may approve it and send it back. */
  canApprove: z.boolean(),
  /** The person who asks may take it back. */
  canChange: z.boolean(),
});
export type WaitingReply = z.output<typeof waitingReplySchema>;
export const maxApprovalNote = 1000;
export const approvalSchema = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    /** Changes the text as well. */
    message: z.string().trim().min(1, 'Write something first').max(maxReplyLength).optional(),
  }),
  z.strictObject({ decision: z.literal('return'), note: z.string().trim().min(1, 'Say what to change').max(maxApprovalNote) }),
]);
export type Approval = z.output<typeof approvalSchema>;

export const outcomes = ['sent', 'not-sent', 'look-again'] as const;
export type Outcome = (typeof outcomes)[number];

export const outboxRoutes = {
  send: defineRoute({
    method: 'POST',
    path: '/posts/:id/post-to-reddit',
    access: 'user',
    tokens: 'none',
    summary: 'Post a reply from a connected Reddit account, ten seconds later',
    params: idParams,
    body: z.strictObject({
      message: z.string().trim().min(1, 'Write something first').max(maxReplyLength),
      followUpAt: followUpAtSchema,
      /** A comment below the user's reply to this post: the new reply goes below it. */
      answerId: idSchema.optional(),
      /** Without it: the account last used in this campaign, or the usual one. */
      account: accountNameSchema.optional(),
    }),
    response: z.object({
      outboxId: idSchema,
      state: outboxStateSchema,
      /** `approval`: it waits for a second person. */
      held: heldSchema.nullable().optional(),
    }),
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
  undo: defineRoute({
    method: 'DELETE',
    path: '/outbox/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Take back a reply that is not being posted yet',
    params: idParams,
    response: z.null(),
  }),
  waiting: defineRoute({
    method: 'GET',
    path: '/approvals',
    access: 'user',
    tokens: 'read',
    summary: 'Replies that wait for approval, and those sent back, oldest first',
    response: wholeOf(waitingReplySchema),
  }),
  decide: defineRoute({
    method: 'POST',
    path: '/approvals/:id',
    access: 'user',
    tokens: 'none',
    summary: "Approve a reply that somebody else wrote, or send it back; for the workspace's owner and admins",
    params: idParams,
    body: approvalSchema,
    response: waitingReplySchema.nullable(),
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

import * as z from 'zod';
import { dayMs } from './time.ts';
import { accountNameSchema, idParams, idSchema, momentSchema, personSchema, timeSchema } from './common.ts';
import { followUpAtSchema, heldSchema, maxReplyLength, outboxStates } from './outbox.ts';
import { defineRoute } from './route.ts';

/** How many days ahead a reply can be scheduled. */
export const farthestDays = 90;
const messageSchema = z.string().trim().min(1, 'Write something first').max(maxReplyLength);

export const scheduledReplySchema = z.object({
  id: idSchema,
  postId: idSchema.nullable(),
  leadId: idSchema.nullable(),
  /** Title of the conversation; empty for a comment or a deleted post. */
  title: z.string(),
  author: z.string().nullable(),
  subreddit: z.string(),
  account: z.string(),
  /** Who sends it; null for a deleted account. */
  sentBy: personSchema.nullable().optional(),
  /** The person who asks may change it. */
  canChange: z.boolean().optional(),
  message: z.string(),
  state: z.enum(outboxStates),
  /** The time that the user chose. */
  wishedAt: timeSchema,
  /** When it is or was sent; later than requested if the pace limit delayed it. */
  dueAt: timeSchema,
  /** When to follow up once it is posted; moves with the reply. */
  followUpAt: timeSchema.nullable(),
  held: heldSchema.nullable(),
  permalink: z.string().nullable(),
  /** Why it waits, was moved, or wasn't sent. */
  note: z.string().nullable(),
});
export type ScheduledReply = z.output<typeof scheduledReplySchema>;

export const scheduleSchema = z.object({
  replies: z.array(scheduledReplySchema),
  /** Each campaign's first run within the range. */
  listening: z.array(z.object({ campaignId: idSchema, name: z.string(), at: timeSchema })),
  /** Everything that waits, inside and outside the range. */
  waiting: z.object({ count: z.number().int(), paused: z.number().int(), nextAt: timeSchema.nullable() }),
});
export type Schedule = z.output<typeof scheduleSchema>;

export const newScheduledSchema = z.strictObject({
  postId: idSchema,
  message: messageSchema,
  dueAt: timeSchema,
  followUpAt: followUpAtSchema,
  account: accountNameSchema.optional(),
});
export type NewScheduled = z.input<typeof newScheduledSchema>;
export const scheduledUpdateSchema = z
  .strictObject({
    message: messageSchema.optional(),
    dueAt: timeSchema.optional(),
    paused: z.boolean().optional(),
    account: accountNameSchema.optional(),
  })
  .refine((update) => Object.keys(update).length > 0, 'Nothing to change');
export type ScheduledUpdate = z.output<typeof scheduledUpdateSchema>;

const maxDays = 92;
/** Seven days if one end is absent; from now if both are. */
const rangeSchema = z.object({ from: momentSchema.optional(), to: momentSchema.optional() }).refine(
  ({ from, to }) => {
    if (from === undefined || to === undefined) return true;
    const span = Date.parse(to) - Date.parse(from);
    return span > 0 && span <= maxDays * dayMs;
  },
  { message: `Must end after it begins, and at most ${maxDays} days later`, path: ['to'] },
);

export type ScheduleRange = z.output<typeof rangeSchema>;

export const scheduleRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/schedule',
    access: 'user',
    tokens: 'none',
    summary: 'Scheduled replies in a range, missed ones always, and the next run of each campaign',
    query: rangeSchema,
    response: scheduleSchema,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/schedule',
    access: 'user',
    tokens: 'none',
    summary: 'Schedule a reply from a connected Reddit account',
    body: newScheduledSchema,
    response: scheduledReplySchema,
    status: 201,
  }),
  pauseAll: defineRoute({
    method: 'POST',
    path: '/schedule/pause',
    access: 'user',
    tokens: 'none',
    summary: 'Pause or resume all scheduled replies',
    body: z.strictObject({ paused: z.boolean() }),
    response: z.object({ changed: z.number().int() }),
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/schedule/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Change or pause a scheduled reply that has not been sent',
    params: idParams,
    body: scheduledUpdateSchema,
    response: scheduledReplySchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/schedule/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Cancel a scheduled reply',
    params: idParams,
    response: z.null(),
  }),
};

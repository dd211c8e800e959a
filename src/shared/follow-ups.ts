import * as z from 'zod';
import { changeKeySchema, idParams, idSchema, pageOf, pageQuery, timeSchema } from './common.ts';
import { leadStageSchema } from './leads.ts';
import { defineRoute } from './route.ts';
import { isTimeZone } from './time-zone-name.ts';

const noteSchema = z.string().trim().max(1000);
/** An IANA name that the engine supports, such as `Europe/Berlin`. */
export const zoneSchema = z.string().max(64).refine(isTimeZone, 'Invalid time zone');

export const followUpSchema = z.object({
  id: idSchema,
  dueAt: timeSchema,
  note: z.string(),
  /** When the user chose `dueAt`. */
  setAt: timeSchema,
  createdAt: timeSchema,
  doneAt: timeSchema.nullable(),
  /** `answer`: closed automatically, because the person posted again. */
  closedBy: z.enum(['user', 'answer']).nullable(),
  lead: z.object({
    id: idSchema,
    redditUsername: z.string(),
    campaignId: idSchema,
    /** Names of the campaigns that found this person. */
    campaigns: z.array(z.string()),
    stage: leadStageSchema,
    title: z.string(),
    subreddit: z.string(),
  }),
});
export type FollowUp = z.output<typeof followUpSchema>;

export const dueGroups = ['overdue', 'today', 'upcoming', 'done'] as const;
export type DueGroup = (typeof dueGroups)[number];
/** Days are in the user's time zone; `zone` is used when the user hasn't set one. */
export const zoneQuery = { zone: zoneSchema.optional() };
export const followUpQuery = z.object({
  ...pageQuery,
  ...zoneQuery,
  due: z.enum(dueGroups).optional(),
  leadId: idSchema.optional(),
});
export type FollowUpQuery = z.output<typeof followUpQuery>;
/** When the user chose the time, if that wasn't just now: an undo brings the earlier choice back. */
const chosenAt = { setAt: timeSchema.optional() };
export const newFollowUpSchema = z.strictObject({
  dueAt: timeSchema,
  ...chosenAt,
  note: noteSchema.default(''),
  key: changeKeySchema.optional(),
});
export type NewFollowUp = z.output<typeof newFollowUpSchema>;
export const followUpUpdateSchema = z.strictObject({
  done: z.boolean().optional(),
  snoozeUntil: timeSchema.optional(),
  ...chosenAt,
  note: noteSchema.optional(),
});
export type FollowUpUpdate = z.output<typeof followUpUpdateSchema>;

export const followUpRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/follow-ups',
    access: 'user',
    tokens: 'read',
    summary: 'Follow-ups, soonest first; completed ones newest first',
    query: followUpQuery,
    response: pageOf(followUpSchema),
  }),
  counts: defineRoute({
    method: 'GET',
    path: '/follow-ups/counts',
    access: 'user',
    tokens: 'read',
    summary: 'Number of follow-ups overdue, due today and later',
    query: z.object(zoneQuery),
    response: z.object({ overdue: z.number().int(), today: z.number().int(), upcoming: z.number().int() }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/leads/:id/follow-ups',
    access: 'user',
    tokens: 'write',
    summary: 'Create a follow-up for a lead',
    params: idParams,
    body: newFollowUpSchema,
    response: followUpSchema,
    status: 201,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/follow-ups/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Complete, reopen, snooze or edit a follow-up',
    params: idParams,
    body: followUpUpdateSchema,
    response: followUpSchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/follow-ups/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Delete a follow-up',
    params: idParams,
    response: z.null(),
  }),
};

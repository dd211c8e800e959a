import * as z from 'zod';
import { emailSchema } from './auth.ts';
import { changesTo, idParams, idSchema, timeSchema, wholeOf } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
import { defineRoute } from './route.ts';

export const maxSchedules = 20;
export const maxRecipients = 20;
export const reportPaces = ['weekly', 'monthly'] as const;
export type ReportPace = (typeof reportPaces)[number];
/** Every month has it. */
export const lastMonthDay = 28;

const isUnique = (emails: readonly string[]): boolean => new Set(emails.map((email) => email.toLowerCase())).size === emails.length;
const changeable = {
  pace: z.enum(reportPaces).default('weekly'),
  /** Of the week, from 1 for Monday to 7, or of the month, up to 28. */
  day: z.number().int().min(1).max(lastMonthDay, `Choose a day up to ${lastMonthDay}`).default(1),
  hour: z.number().int().min(0).max(23).default(8),
  /** Used when the workspace's owner hasn't set a time zone. */
  zone: zoneSchema.default('UTC'),
  /** Competitors among which the report shows the share of voice. */
  competitorIds: z.array(idSchema).max(8, 'Choose at most eight products').default([]),
  recipients: z
    .array(emailSchema)
    .min(1, 'Enter at least one address')
    .max(maxRecipients, `At most ${maxRecipients} addresses`)
    .refine(isUnique, 'One of the addresses is there twice'),
};
export const newReportScheduleSchema = z.strictObject({
  /** Absent: all campaigns. */
  campaignId: idSchema.optional(),
  ...changeable,
});
export type NewReportSchedule = z.output<typeof newReportScheduleSchema>;
export const reportScheduleChangesSchema = changesTo({ ...changeable, isPaused: z.boolean() });
export type ReportScheduleChanges = z.output<typeof reportScheduleChangesSchema>;

const recipientSchema = z.object({
  email: z.string(),
  lastSentAt: timeSchema.nullable(),
  unsubscribedAt: timeSchema.nullable(),
  /** An email is on its way, or will be tried again. */
  isWaiting: z.boolean(),
  /** Why the last attempt failed. */
  error: z.object({ message: z.string(), at: timeSchema }).nullable(),
});
export type ReportRecipient = z.output<typeof recipientSchema>;

const reportScheduleSchema = z.object({
  id: idSchema,
  /** Null: all campaigns. */
  campaign: z.string().nullable(),
  campaignId: idSchema.nullable(),
  pace: z.enum(reportPaces),
  day: z.number().int(),
  hour: z.number().int(),
  /** The owner's, else the one that it was made with. */
  zone: z.string(),
  competitorIds: z.array(idSchema),
  recipients: z.array(recipientSchema),
  /** Why it sends nothing; null while it does. */
  paused: z.string().nullable(),
  nextAt: timeSchema,
  createdAt: timeSchema,
});
export type ReportSchedule = z.output<typeof reportScheduleSchema>;

const own = { access: 'user', tokens: 'none' } as const;

export const reportEmailRoutes = {
  list: defineRoute({
    ...own,
    method: 'GET',
    path: '/reports/schedules',
    summary: 'Reports that are sent by email, and to whom',
    // `isReady`: the instance has an email server and an address for links.
    response: wholeOf(reportScheduleSchema).extend({ isReady: z.boolean() }),
  }),
  create: defineRoute({
    ...own,
    method: 'POST',
    path: '/reports/schedules',
    summary: 'Send a report by email every week or month',
    body: newReportScheduleSchema,
    response: reportScheduleSchema,
    status: 201,
  }),
  update: defineRoute({
    ...own,
    method: 'PATCH',
    path: '/reports/schedules/:id',
    summary: 'Change when a report is sent and to whom, pause or resume it',
    params: idParams,
    body: reportScheduleChangesSchema,
    response: reportScheduleSchema,
  }),
  remove: defineRoute({
    ...own,
    method: 'DELETE',
    path: '/reports/schedules/:id',
    summary: 'Stop sending a report; the links in its emails end',
    params: idParams,
    response: z.null(),
  }),
  try: defineRoute({
    ...own,
    method: 'POST',
    path: '/reports/schedules/:id/try',
    summary: 'Send the last report to your own address now',
    params: idParams,
    response: z.object({ sent: z.boolean(), message: z.string() }),
  }),
};

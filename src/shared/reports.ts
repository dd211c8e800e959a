import * as z from 'zod';
import { daySchema, idParams, idSchema, timeSchema } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
import { defineRoute } from './route.ts';
import { dayMs } from './time.ts';

export const linkLives = [7, 30, 90] as const;
export const maxReports = 50;
export const maxReportDays = 366;
/** Leads that a report shows; the rest is only counted. */
export const reportLeads = 10;
/** Names of the app's accent colors. */
export const reportAccents = ['Blue', 'Green', 'Purple', 'Orange', 'Red', 'Teal', 'Pink', 'Indigo'] as const;

/** Of a data URL. */
export const maxLogoLength = 90_000;
/** What reports show of whoever makes them. */
export const brandSchema = z.strictObject({
  name: z.string().trim().max(60),
  accent: z.enum(reportAccents),
  /** PNG, JPEG, or WebP as a data URL; null: none. */
  logo: z.string().max(maxLogoLength, 'This logo is too large').nullable().default(null),
});
export type Brand = z.output<typeof brandSchema>;

/** For days of a report: in order, and at most a year. */
export function refuseLongRange({ from, to }: { from: string; to: string }, context: z.RefinementCtx): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) context.addIssue({ code: 'custom', path: ['to'], message: 'Must not be before the first day' });
  if (days > maxReportDays) context.addIssue({ code: 'custom', path: ['from'], message: "A report can't be longer than a year" });
}

export const newReportSchema = z
  .strictObject({
    /** Absent: all campaigns. */
    campaignId: idSchema.optional(),
    /** First and last day in the user's time zone. */
    from: daySchema,
    to: daySchema,
    /** Used when the user hasn't set a time zone. */
    zone: zoneSchema.optional(),
    expiresInDays: z.literal(linkLives).default(30),
    /** Competitors among which the share of voice is shown; none: it isn't shown. */
    competitorIds: z.array(idSchema).max(8, 'Choose at most eight products').default([]),
  })
  .superRefine(refuseLongRange);
export type NewReport = z.output<typeof newReportSchema>;

const sharedReportSchema = z.object({
  id: idSchema,
  /** Null: all campaigns. */
  campaign: z.string().nullable(),
  from: daySchema,
  to: daySchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
  lastOpenedAt: timeSchema.nullable(),
  /** By its schedule. */
  isEmailed: z.boolean(),
});
export type SharedReport = z.output<typeof sharedReportSchema>;

const count = z.number().int();
const reportLeadSchema = z.object({
  /** As shown in the conversation. */
  author: z.string(),
  community: z.string(),
  kind: z.enum(['post', 'comment']),
  /** Of a comment: of the thread, which somebody else wrote. */
  title: z.string(),
  excerpt: z.string(),
  reason: z.string(),
  permalink: z.string().nullable(),
  /** Null if unknown. */
  postedAt: timeSchema.nullable(),
});
export type ReportLead = z.output<typeof reportLeadSchema>;

/** All that whoever has the link sees. */
export const reportSchema = z.object({
  brand: brandSchema,
  campaign: z.string().nullable(),
  from: daySchema,
  to: daySchema,
  /** Figures of the sample campaign are in it. */
  sample: z.boolean(),
  leads: count,
  contacted: count,
  replied: count,
  /** Median minutes from post to reply; null without replies. */
  answeredMinutes: z.number().nullable(),
  weeks: z.array(z.object({ from: z.iso.date(), leads: count, answered: count })),
  /** Most mentions first. */
  voice: z.array(z.object({ name: z.string(), own: z.boolean(), mentions: count, share: z.number() })),
  /** The best of them. */
  best: z.array(reportLeadSchema),
});
export type Report = z.output<typeof reportSchema>;

const own = { access: 'user', tokens: 'none' } as const;

export const reportRoutes = {
  list: defineRoute({
    ...own,
    method: 'GET',
    path: '/reports',
    summary: 'Reports that you share and whose links work, newest first, and what they show of you',
    response: z.object({ items: z.array(sharedReportSchema), brand: brandSchema }),
  }),
  create: defineRoute({
    ...own,
    method: 'POST',
    path: '/reports',
    summary: 'Share a report; its link is shown only once',
    body: newReportSchema,
    response: sharedReportSchema.extend({ path: z.string() }),
    status: 201,
  }),
  setBrand: defineRoute({
    ...own,
    method: 'PUT',
    path: '/reports/brand',
    summary: 'Set the name, the color, and the logo that your reports show',
    body: brandSchema,
    response: brandSchema,
  }),
  revoke: defineRoute({
    ...own,
    method: 'DELETE',
    path: '/reports/:id',
    summary: 'Revoke the link of a report',
    params: idParams,
    response: z.null(),
  }),
  read: defineRoute({
    method: 'GET',
    access: 'public',
    tokens: 'none',
    path: '/reports/:token',
    summary: 'A shared report; the link is the secret',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    response: reportSchema,
  }),
};

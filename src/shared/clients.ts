import * as z from 'zod';
import { daySchema, idParams, idSchema, pageOf, pageQuery, timeSchema } from './common.ts';
import { zoneSchema } from './follow-ups.ts';
import { leadPostSchema, leadStageSchema } from './leads.ts';
import { refuseLongRange, reportSchema } from './reports.ts';
import { defineRoute } from './route.ts';
import { evidenceSchema } from './scoring.ts';

/** Whose reports are shared. */
const sharedCampaign = z.object({ id: idSchema, name: z.string() });
const clientReportQuery = z
  .object({
    from: daySchema,
    to: daySchema,
    /** One whose report is shared; absent: all campaigns. */
    campaignId: idSchema.optional(),
    /** Used when neither the workspace's owner nor the user has set a time zone. */
    zone: zoneSchema.optional(),
  })
  .superRefine(refuseLongRange);
export type ClientReportQuery = z.output<typeof clientReportQuery>;
const clientReportSchema = z.object({ report: reportSchema, campaigns: z.array(sharedCampaign) });
export type ClientReport = z.output<typeof clientReportSchema>;

const clientPostSchema = leadPostSchema.omit({ subreddit: true }).extend({
  text: z.string(),
  /** The subreddit, "Hacker News", or the title of the feed. */
  community: z.string(),
  evidence: z.array(evidenceSchema),
});
export type ClientPost = z.output<typeof clientPostSchema>;
const clientLeadSchema = z.object({
  id: idSchema,
  /** Empty once the account is deleted. */
  author: z.string(),
  confidence: z.number().int(),
  stage: leadStageSchema,
  firstSeenAt: timeSchema,
  /** The best first. */
  posts: z.array(clientPostSchema),
  /** The workspace's own that were posted, the oldest first. */
  replies: z.array(z.object({ text: z.string(), community: z.string(), permalink: z.string().nullable(), sentAt: timeSchema.nullable() })),
});
export type ClientLead = z.output<typeof clientLeadSchema>;

const shown = { access: 'user', tokens: 'none', method: 'GET' } as const;

/** All that members with the role client see of a workspace. */
export const clientRoutes = {
  report: defineRoute({
    ...shown,
    path: '/clients/report',
    summary: 'The report that clients see, and the campaigns of which one is shared',
    query: clientReportQuery,
    response: clientReportSchema,
  }),
  leads: defineRoute({
    ...shown,
    path: '/clients/leads',
    summary: 'Leads shown to clients, the last found first, as clients see them',
    query: z.object(pageQuery),
    response: pageOf(clientLeadSchema),
  }),
  lead: defineRoute({
    ...shown,
    path: '/clients/leads/:id',
    summary: 'One lead as clients see it',
    params: idParams,
    response: clientLeadSchema,
  }),
};

import * as z from 'zod';
import { flagSchema, idParams, idSchema, pageOf, pageQuery, personSchema, timeSchema } from './common.ts';
import { sourceIds } from './sources.ts';
import { defineRoute } from './route.ts';

export const leadStages = ['new', 'contacted', 'replied', 'qualified', 'won', 'lost'] as const;
export const leadStageSchema = z.enum(leadStages);
export type LeadStage = z.infer<typeof leadStageSchema>;

export const leadPostSchema = z.object({
  id: idSchema,
  title: z.string(),
  permalink: z.string().nullable(),
  confidence: z.number().int(),
  origin: z.enum(sourceIds),
  /** The subreddit, "Hacker News", or the title of the feed. */
  subreddit: z.string(),
  kind: z.enum(['post', 'comment']),
  createdAt: timeSchema.nullable(),
  reason: z.string(),
});
export const leadSchema = z.object({
  id: idSchema,
  campaignId: idSchema,
  /** The campaigns that found this person, the highest score first. */
  campaigns: z.array(z.object({ id: idSchema, name: z.string(), score: z.number().int() })),
  /** Empty once the account is deleted. Outside Reddit it includes the site: "ann (Hacker News)". */
  redditUsername: z.string(),
  confidence: z.number().int().min(0).max(100),
  stage: leadStageSchema,
  /** Who works on it; null for nobody. */
  assignee: personSchema.nullable().optional(),
  notes: z.string(),
  tags: z.array(z.string()),
  value: z.number().nullable(),
  posts: z.array(leadPostSchema),
  firstSeenAt: timeSchema,
  lastActivityAt: timeSchema,
  seen: z.boolean(),
  /** Members with the role client see it. */
  shownToClients: z.boolean(),
  sample: z.boolean(),
});
export type Lead = z.output<typeof leadSchema>;

/** `-new`: found since the user's last visit, best first; then the others, the last found first. */
export const leadSorts = ['-new', '-confidence', '-createdAt', '-discoveredAt', '-lastActivityAt'] as const;
/** The last one is for programs: a lead that changes while they page through moves to the end, so that none is missed. */
const allLeadSorts = [...leadSorts, 'lastActivityAt'] as const;
const leadFilters = {
  campaignId: idSchema.optional(),
  stage: leadStageSchema.optional(),
  /** `me`, `none`, or the ID of an account. */
  assignee: z.union([z.enum(['me', 'none']), idSchema]).optional(),
  q: z.string().max(300).optional(),
  tag: z.string().max(50).optional(),
  minConfidence: z.coerce.number().int().min(0).max(100).optional(),
  /** Found at or after. */
  since: z.union([timeSchema, z.iso.date()]).optional(),
  /** Something happened with them at or after: found, another post, or a change by their user. With the sort `lastActivityAt`, in this order. */
  updatedSince: z.union([timeSchema, z.iso.date()]).optional(),
  /** One of the person's posts is from here. */
  subreddit: z.string().max(50).optional(),
  /** Whether there is nothing to do yet: a follow-up is set for later, or a reply waits to be posted. */
  waiting: flagSchema.optional(),
  sort: z.enum(allLeadSorts).default('-confidence'),
};
export const leadFilterQuery = z.object(leadFilters);
export type LeadFilter = z.output<typeof leadFilterQuery>;
export const leadListQuery = z.object({ ...pageQuery, ...leadFilters });
export type LeadListQuery = z.output<typeof leadListQuery>;
export const maxNotes = 20_000;
export const leadUpdateSchema = z.strictObject({
  stage: leadStageSchema.optional(),
  /** A member of the workspace; null for nobody. */
  assigneeId: idSchema.nullable().optional(),
  notes: z.string().max(maxNotes).optional(),
  tags: z.array(z.string().trim().min(1).max(50)).max(30).optional(),
  value: z.number().min(0).max(1e12).nullable().optional(),
  /** To members with the role client. */
  shownToClients: z.boolean().optional(),
});
export type LeadUpdate = z.infer<typeof leadUpdateSchema>;

export const timelineEntrySchema = z.object({
  id: idSchema,
  at: timeSchema,
  kind: z.enum([
    'heard',
    'lead',
    'stage',
    'note',
    'tag',
    'value',
    'feedback',
    'status',
    'follow-up',
    'answer',
    'assignee',
    'approval',
    'clients',
    'gone',
  ]),
  text: z.string(),
  /** Who did it; null for the server, and for deleted accounts. */
  actor: personSchema.nullable().optional(),
  postId: idSchema.nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const leadRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/leads',
    access: 'user',
    tokens: 'read',
    summary: 'Leads',
    query: leadListQuery,
    response: pageOf(leadSchema),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/leads/:id',
    access: 'user',
    tokens: 'read',
    summary: 'One lead',
    params: idParams,
    response: leadSchema,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/leads/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Set stage, assignee, notes, tags, or value, or show it to clients',
    params: idParams,
    body: leadUpdateSchema,
    response: leadSchema,
  }),
  timeline: defineRoute({
    method: 'GET',
    path: '/leads/:id/timeline',
    access: 'user',
    tokens: 'read',
    summary: 'Timeline of a lead',
    params: idParams,
    query: z.object(pageQuery),
    response: pageOf(timelineEntrySchema),
  }),
};

import * as z from 'zod';
import { bestSchema, campaignUpdateSchema } from './campaigns.ts';
import { fileSchema, idParams } from './common.ts';
import { feedbackSchema } from './posts.ts';
import { defineRoute } from './route.ts';
import { sourceIds } from './sources.ts';

const trialStreamSchema = z.object({
  source: z.enum(sourceIds),
  name: z.string(),
  /** `slow`: it didn't answer in time; `off`: it isn't open to this instance. */
  state: z.enum(['reading', 'read', 'failed', 'slow', 'off']),
  items: z.number().int(),
  /** As text for users. */
  error: z.string().nullable(),
});
/** What a campaign finds right now, so far. */
export const trialSchema = z.object({
  isDone: z.boolean(),
  streams: z.array(trialStreamSchema),
  /** Posts of the last 30 days that were read. */
  considered: z.number().int(),
  matched: z.number().int(),
  /** Of these, in the last 24 hours. */
  today: z.number().int(),
  leads: z.number().int(),
  best: bestSchema,
});
export type Trial = z.output<typeof trialSchema>;
/** Conversations of a trial that a campaign can keep at once. */
export const maxKept = 50;

export const trialRoutes = {
  try: defineRoute({
    method: 'POST',
    path: '/campaigns/try',
    access: 'user',
    tokens: 'write',
    summary:
      'Try a campaign on its sources right now, without storing anything: a line of JSON for each source that was read, the last one with all',
    body: campaignUpdateSchema,
    response: fileSchema,
    produces: 'application/x-ndjson; charset=utf-8',
    describes: trialSchema,
  }),
  keep: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/keep',
    access: 'user',
    tokens: 'write',
    summary: 'Store conversations that a trial found up to half an hour ago as posts of a campaign, with your feedback; idempotent',
    params: idParams,
    body: z.strictObject({
      items: z
        .array(z.strictObject({ fullname: z.string().min(1).max(2000), verdict: feedbackSchema.shape.verdict.optional() }))
        .max(maxKept),
    }),
    /** `missing`: no longer there; the campaign's run reads them again. */
    response: z.object({ kept: z.number().int(), missing: z.array(z.string()) }),
  }),
};

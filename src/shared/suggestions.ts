import * as z from 'zod';
import { campaignSchema } from './campaigns.ts';
import { idParams, idSchema } from './common.ts';
import { campaignChangeSchema } from './campaign-change.ts';
import { defineRoute } from './route.ts';

/** A change to a campaign that its feedback suggests. */
export const suggestionSchema = z.object({
  /** Stays the same for the same change. */
  key: z.string(),
  /** What the feedback shows, and what to change: one or two sentences. May quote posts, so it is untrusted. */
  text: z.string(),
  change: campaignChangeSchema,
  /** Number of marked posts that agree. */
  marked: z.number().int(),
});
export type Suggestion = z.output<typeof suggestionSchema>;
export const suggestionsSchema = z.object({ items: z.array(suggestionSchema) });
export type Suggestions = z.output<typeof suggestionsSchema>;

const keyParams = z.object({ id: idSchema, name: z.string().regex(/^[0-9a-f]{16}$/, 'Invalid key') });

export const suggestionRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/campaigns/:id/suggestions',
    access: 'user',
    tokens: 'read',
    summary: 'Changes to a campaign that your feedback suggests',
    params: idParams,
    response: suggestionsSchema,
  }),
  accept: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/suggestions/:name/accept',
    access: 'user',
    tokens: 'write',
    summary: 'Make a suggested change',
    params: keyParams,
    response: campaignSchema,
  }),
  dismiss: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/suggestions/:name/dismiss',
    access: 'user',
    tokens: 'write',
    summary: 'Stop suggesting a change, unless twice as many marked posts agree',
    params: keyParams,
    response: suggestionsSchema,
  }),
  restore: defineRoute({
    method: 'DELETE',
    path: '/campaigns/:id/suggestions/:name/dismiss',
    access: 'user',
    tokens: 'write',
    summary: 'Suggest a change again',
    params: keyParams,
    response: suggestionsSchema,
  }),
};

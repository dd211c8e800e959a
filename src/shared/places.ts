import * as z from 'zod';
import { defineRoute } from './route.ts';

/** A forum or site that campaigns can monitor, from the shipped catalog. */
export const placeSchema = z.object({
  kind: z.enum(['discourse', 'stackexchange']),
  /** As in a campaign's list of streams. */
  name: z.string(),
  title: z.string(),
  topics: z.array(z.string()),
  /** Estimated when the catalog was compiled. */
  activity: z.enum(['high', 'medium', 'low']),
  /** Date on which it was reached and read as its kind; null: nobody has checked yet. */
  verified: z.iso.date().nullable(),
});
export type Place = z.output<typeof placeSchema>;

export const placeRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/places',
    access: 'user',
    tokens: 'read',
    summary: 'Forums and sites of the shipped catalog, to choose from in a campaign',
    response: z.object({ compiled: z.iso.date(), items: z.array(placeSchema) }),
  }),
};

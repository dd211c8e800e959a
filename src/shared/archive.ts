import * as z from 'zod';
import { idSchema, pageOf, pageQuery } from './common.ts';
import { postSchema, undoResultSchema } from './posts.ts';
import { defineRoute } from './route.ts';

export const archiveRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/archived',
    access: 'user',
    tokens: 'read',
    summary: 'Archived posts, most recent first',
    query: z.object({
      ...pageQuery,
      campaignId: idSchema.optional(),
      q: z.string().max(300).optional(),
      /** `away` means both. */
      status: z.enum(['archived', 'dismissed', 'away']).default('away'),
    }),
    response: pageOf(postSchema),
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/archived/restore',
    access: 'user',
    tokens: 'write',
    summary: 'Restore archived posts',
    body: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
    response: undoResultSchema,
  }),
};

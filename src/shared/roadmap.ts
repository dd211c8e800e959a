import * as z from 'zod';
import { changesTo, idParams, idSchema, timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

export const roadmapStatusSchema = z.enum(['considered', 'planned', 'started', 'done']);
export type RoadmapStatus = z.infer<typeof roadmapStatusSchema>;

export const roadmapEntrySchema = z.object({
  id: idSchema,
  title: z.string(),
  text: z.string(),
  status: roadmapStatusSchema,
  votes: z.number().int(),
  /** Whether the caller has voted for it. */
  voted: z.boolean(),
  updatedAt: timeSchema,
});
export type RoadmapEntry = z.infer<typeof roadmapEntrySchema>;

export const newRoadmapEntrySchema = z.strictObject({
  title: z.string().trim().min(3, 'At least 3 characters').max(120, 'At most 120 characters'),
  text: z.string().trim().max(2000, 'At most 2000 characters').default(''),
  status: roadmapStatusSchema.default('considered'),
});
export type NewRoadmapEntry = z.output<typeof newRoadmapEntrySchema>;
export const roadmapUpdateSchema = changesTo(newRoadmapEntrySchema.shape);
export type RoadmapUpdate = z.output<typeof roadmapUpdateSchema>;

export const roadmapRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/roadmap',
    access: 'public',
    tokens: 'none',
    summary: 'Roadmap entries by status, with votes',
    response: wholeOf(roadmapEntrySchema),
  }),
  vote: defineRoute({
    method: 'POST',
    path: '/roadmap/:id/vote',
    access: 'public',
    tokens: 'none',
    summary: 'Vote for an entry once; anonymous visitors are identified by a cookie',
    params: idParams,
    response: roadmapEntrySchema,
  }),
  unvote: defineRoute({
    method: 'DELETE',
    path: '/roadmap/:id/vote',
    access: 'public',
    tokens: 'none',
    summary: 'Remove the vote',
    params: idParams,
    response: roadmapEntrySchema,
  }),
  add: defineRoute({
    method: 'POST',
    path: '/admin/roadmap',
    access: 'admin',
    tokens: 'none',
    summary: 'Add a roadmap entry',
    body: newRoadmapEntrySchema,
    response: roadmapEntrySchema,
    status: 201,
  }),
  replace: defineRoute({
    method: 'PUT',
    path: '/admin/roadmap/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Replace all fields of a roadmap entry; votes stay',
    params: idParams,
    body: newRoadmapEntrySchema,
    response: roadmapEntrySchema,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/admin/roadmap/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Change some fields of a roadmap entry; votes stay',
    params: idParams,
    body: roadmapUpdateSchema,
    response: roadmapEntrySchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/admin/roadmap/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Delete a roadmap entry and its votes',
    params: idParams,
    response: z.null(),
  }),
};

import * as z from 'zod';
import { idParams, idSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

export const viewListSchema = z.enum(['posts', 'leads']);
export type ViewList = z.infer<typeof viewListSchema>;
export const maxViews = 50;

export const viewSchema = z.object({
  id: idSchema,
  list: viewListSchema,
  name: z.string(),
  /** Filters and sort order as in the list's URL, without `?`. */
  query: z.string(),
});
export type View = z.output<typeof viewSchema>;
export const newViewSchema = z.strictObject({
  list: viewListSchema,
  name: z.string().trim().min(1, 'Give it a name').max(60),
  query: z.string().max(2000),
});
export type NewView = z.output<typeof newViewSchema>;

export const viewRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/views',
    access: 'user',
    tokens: 'read',
    summary: 'Saved views of posts and leads, by name',
    response: wholeOf(viewSchema),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/views',
    access: 'user',
    tokens: 'write',
    summary: 'Save filters and sort under a name; an existing name is replaced',
    body: newViewSchema,
    response: viewSchema,
    status: 201,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/views/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Delete a saved view',
    params: idParams,
    response: z.null(),
  }),
};

import * as z from 'zod';
import { emailSchema } from './auth.ts';
import { idParams, idSchema, pageOf, pageQuery, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

export const applicationStatusSchema = z.enum(['waiting', 'accepted', 'verified', 'declined']);
export type ApplicationStatus = z.infer<typeof applicationStatusSchema>;

export const applicationSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  useCase: z.string(),
  status: applicationStatusSchema,
  createdAt: timeSchema,
  decidedAt: timeSchema.nullable(),
  verifiedAt: timeSchema.nullable(),
});
export type Application = z.infer<typeof applicationSchema>;

export const newApplicationSchema = z.strictObject({
  email: emailSchema,
  name: z.string().trim().min(1, 'Enter your name').max(100, 'At most 100 characters'),
  useCase: z.string().trim().min(10, 'Write a sentence or two').max(2000, 'At most 2000 characters'),
});
export type NewApplication = z.infer<typeof newApplicationSchema>;

/** `link` is shown only once, because only its digest is stored. Null when declined. */
export const decisionSchema = z.object({
  application: applicationSchema,
  link: z.string().nullable(),
  mailed: z.boolean(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const betaRoutes = {
  apply: defineRoute({
    method: 'POST',
    path: '/beta/applications',
    access: 'public',
    tokens: 'none',
    summary: 'Request an invitation; the response is the same for everyone',
    body: newApplicationSchema,
    response: z.object({ message: z.string() }),
    status: 202,
  }),
  verify: defineRoute({
    method: 'POST',
    path: '/beta/verify',
    access: 'public',
    tokens: 'none',
    summary: 'Confirm an invitation by its link, with whose token its email can register once',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    response: z.object({ email: z.string() }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/admin/beta-applications',
    access: 'admin',
    tokens: 'none',
    summary: 'Beta applications, newest first',
    query: z.object({ ...pageQuery, status: applicationStatusSchema.optional() }),
    response: pageOf(applicationSchema),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/admin/beta-applications/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'One application',
    params: idParams,
    response: applicationSchema,
  }),
  decide: defineRoute({
    method: 'PATCH',
    path: '/admin/beta-applications/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Accept an application (repeating it creates a new link) or decline it',
    params: idParams,
    body: z.strictObject({ status: z.enum(['accepted', 'declined']) }),
    response: decisionSchema,
  }),
};

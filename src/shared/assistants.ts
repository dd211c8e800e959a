import * as z from 'zod';
import { idSchema } from './common.ts';
import { defineRoute } from './route.ts';
import { fitsScope, grantedToolsSchema, programScopeSchema, unfitTools } from './tokens.ts';

/** The page on which users allow an assistant what it asks for: the authorization endpoint of OAuth. */
export const authorizePath = '/authorize';

/** What an assistant sent the user's browser with, as it stands behind the `?`. */
const querySchema = z.string().max(8000);

export const assistantRequestSchema = z.object({
  /** What it calls itself: untrusted text. */
  name: z.string(),
  /** Where the answer goes, with the port. */
  host: z.string(),
  /** That is a program on the user's own machine. */
  isLocal: z.boolean(),
  /** What it may be given. */
  scopes: z.array(programScopeSchema),
  /** Why this can't be allowed, whatever the user says. */
  refusal: z.string().nullable(),
  /** Back to the assistant, without access. */
  cancelUrl: z.string(),
});
export type AssistantRequest = z.output<typeof assistantRequestSchema>;

export const allowSchema = z
  .strictObject({ query: querySchema, workspaceId: idSchema, scope: programScopeSchema, tools: grantedToolsSchema })
  .refine(fitsScope, unfitTools);
export type Allow = z.output<typeof allowSchema>;

export const assistantRoutes = {
  review: defineRoute({
    method: 'POST',
    path: '/assistants/review',
    access: 'user',
    tokens: 'none',
    summary: 'What an assistant asks for (OAuth 2.1); the query of its request is the body',
    body: z.strictObject({ query: querySchema }),
    response: assistantRequestSchema,
  }),
  allow: defineRoute({
    method: 'POST',
    path: '/assistants/allow',
    access: 'user',
    tokens: 'none',
    summary: 'Give an assistant access to one of your workspaces; send the browser to the address that is returned',
    body: allowSchema,
    response: z.object({ redirectTo: z.string() }),
  }),
};

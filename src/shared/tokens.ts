import * as z from 'zod';
import { idParams, idSchema, timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

export const tokenPrefix = 'ers_';
export const maxTokens = 50;
/**
 * `read` tokens may only GET, `companion` tokens only score and save what their user reads. None may access the account, its
 * tokens, or the instance.
 */
export const tokenScopeSchema = z.enum(['read', 'write', 'companion']);
export type TokenScope = z.infer<typeof tokenScopeSchema>;
/** Those that users give to programs; the browser extension gets its own by a code. */
export const programScopeSchema = tokenScopeSchema.extract(['read', 'write']);
export type ProgramScope = z.infer<typeof programScopeSchema>;

/** The tools of the MCP server that make changes or cost AI budget. A token may use only those it was created with. */
export const mcpWriteTools = [
  'find_conversations',
  'draft_reply',
  'give_feedback',
  'set_lead_stage',
  'add_lead_note',
  'add_follow_up',
] as const;
export const mcpWriteToolSchema = z.enum(mcpWriteTools);
export type McpWriteTool = z.infer<typeof mcpWriteToolSchema>;
/** Where the MCP server listens, on the same origin as the web app. */
export const mcpPath = '/mcp';

export const apiTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  scope: tokenScopeSchema,
  tools: z.array(mcpWriteToolSchema),
  /** First characters of the token. */
  hint: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  /** Of the workspace that it works in. */
  workspace: z.string(),
  /** For an assistant that logged in by itself (OAuth): the host that it did it from. */
  assistant: z.string().nullable(),
});
export type ApiToken = z.output<typeof apiTokenSchema>;
export const grantedToolsSchema = z
  .array(mcpWriteToolSchema)
  .max(mcpWriteTools.length)
  .default([])
  .transform((tools) => [...new Set(tools)]);
export const fitsScope = ({ scope, tools }: { scope: ProgramScope; tools: readonly McpWriteTool[] }): boolean =>
  scope === 'write' || tools.length === 0;
export const unfitTools = { path: ['tools'], error: 'These tools make changes, so the token needs write access' };
export const newTokenSchema = z
  .strictObject({
    name: z.string().trim().min(1, 'Give it a name').max(60),
    scope: programScopeSchema.default('read'),
    tools: grantedToolsSchema,
  })
  .refine(fitsScope, unfitTools);
export type NewToken = z.output<typeof newTokenSchema>;
/** The secret is shown only once. */
export const madeTokenSchema = apiTokenSchema.extend({ token: z.string() });

const feedSchema = z.object({ active: z.boolean(), createdAt: timeSchema.nullable() });

export const tokenRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/tokens',
    access: 'user',
    tokens: 'none',
    summary: 'Your API tokens, without their secrets',
    response: wholeOf(apiTokenSchema),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/tokens',
    access: 'user',
    tokens: 'none',
    summary: 'Create an API token; its secret is shown only once',
    body: newTokenSchema,
    response: madeTokenSchema,
    status: 201,
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/tokens/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Revoke an API token',
    params: idParams,
    response: z.null(),
  }),
};

const feed = {
  method: 'GET',
  access: 'public',
  tokens: 'none',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  response: z.string(),
} as const;

export const feedRoutes = {
  readAtom: defineRoute({
    ...feed,
    path: '/feeds/:token.atom',
    summary: 'The newest leads of a campaign as an Atom feed; the URL is the secret. Answers 304 if nothing changed.',
    produces: 'application/atom+xml; charset=utf-8',
  }),
  readJson: defineRoute({
    ...feed,
    path: '/feeds/:token.json',
    summary: 'The same as JSON Feed 1.1',
    produces: 'application/feed+json; charset=utf-8',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/campaigns/:id/feed',
    access: 'user',
    tokens: 'none',
    summary: 'Whether a campaign has a feed',
    params: idParams,
    response: feedSchema,
  }),
  renew: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/feed',
    access: 'user',
    tokens: 'none',
    summary: 'Create a feed with a new URL, shown only once; the previous URL stops working',
    params: idParams,
    response: feedSchema.extend({
      /** Of the Atom feed. */
      path: z.string(),
      /** Of the JSON Feed. */
      jsonPath: z.string(),
    }),
    status: 201,
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/campaigns/:id/feed',
    access: 'user',
    tokens: 'none',
    summary: 'Delete the feed of a campaign',
    params: idParams,
    response: z.null(),
  }),
};

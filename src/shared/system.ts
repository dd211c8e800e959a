import * as z from 'zod';
import { defineRoute } from './route.ts';

const healthSchema = z.object({ status: z.enum(['ok', 'failing']), database: z.enum(['ok', 'failing']) });
const readySchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  checks: z.object({ database: z.boolean(), migrations: z.boolean(), disk: z.boolean() }),
});
const publicSettingsSchema = z.object({
  product: z.string(),
  version: z.string(),
  /** Empty when the realtime connection is off. */
  socketUrl: z.string(),
  registrationOpen: z.boolean(),
  /** True until the first account exists. */
  firstRun: z.boolean(),
  /** The ways to log in. */
  logIn: z.object({
    /** False: with another way only. */
    password: z.boolean(),
    /** What single sign-on is called; null without. */
    issuer: z.string().nullable(),
    /** A trusted proxy says who the visitor is. */
    proxy: z.boolean(),
  }),
  /** The first account must enter the code that the server printed when it started. */
  needsSetUpCode: z.boolean(),
  billingEnabled: z.boolean(),
  /** What this instance uses. The rest isn't in menus, and opens by its address. */
  uses: z.object({ roadmap: z.boolean(), plans: z.boolean(), beta: z.boolean() }),
  /** Address of the MCP server, where assistants can connect to it by themselves; else null. */
  assistantsUrl: z.string().nullable(),
  redditConfigured: z.boolean(),
  postingEnabled: z.boolean(),
  aiProvider: z.enum(['builtin', 'ollama', 'openai']),
});
export type PublicSettings = z.infer<typeof publicSettingsSchema>;

export const systemRoutes = {
  health: defineRoute({
    method: 'GET',
    path: '/health',
    access: 'public',
    tokens: 'none',
    summary: 'Liveness: process and database',
    response: healthSchema,
  }),
  ready: defineRoute({
    method: 'GET',
    path: '/ready',
    access: 'public',
    tokens: 'none',
    summary: 'Readiness: also migrations and disk',
    response: readySchema,
  }),
  betaMode: defineRoute({
    method: 'GET',
    path: '/public-settings/beta-mode',
    access: 'public',
    tokens: 'none',
    summary: 'Whether registration is by invitation only',
    response: z.object({ success: z.boolean(), data: z.object({ betaModeEnabled: z.boolean() }) }),
  }),
  app: defineRoute({
    method: 'GET',
    path: '/public-settings/app',
    access: 'public',
    tokens: 'none',
    summary: 'Public settings for the web app',
    response: publicSettingsSchema,
  }),
};

export const openapiRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    tokens: 'none',
    summary: 'This description (OpenAPI 3.1)',
    response: z.record(z.string(), z.unknown()),
  }),
};

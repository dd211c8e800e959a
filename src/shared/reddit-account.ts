import * as z from 'zod';
import { timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

export const redditStatusSchema = z.object({
  connected: z.boolean(),
  username: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Expiry of the access token, which is renewed automatically. */
  expiresAt: timeSchema.nullable(),
  canPost: z.boolean(),
  /** Reddit no longer accepts the connection, so the user has to reconnect. */
  needsReconnect: z.boolean(),
  lastError: z.string().nullable(),
  /** The operator has set a client ID; without one, no account can be connected. */
  configured: z.boolean(),
  /** What a client ID requires, and who can set it; null once it is set. */
  setup: z.object({ redirectUri: z.string(), admins: z.array(z.string()) }).nullable(),
});
export type RedditStatus = z.infer<typeof redditStatusSchema>;

/** What ends at Reddit, in order. */
export const redditEnds = ['requests', 'feeds', 'unregistered', 'api'] as const;
export const redditAccessSchema = z.object({
  /** How this instance reads Reddit: through the API, or feeds, of Reddit or of a gateway; `closed`: Reddit refuses it. */
  state: z.enum(['api', 'feeds', 'gateway', 'closed', 'off']),
  /** Why nothing is read; null in the other states. */
  problem: z.string().nullable(),
  /** By the server's clock; 0 on the day, negative after it. */
  ends: z.array(z.object({ what: z.enum(redditEnds), daysLeft: z.number().int() })),
});
export type RedditAccess = z.infer<typeof redditAccessSchema>;

export const redditAccountRoutes = {
  access: defineRoute({
    method: 'GET',
    path: '/reddit-access',
    access: 'user',
    tokens: 'none',
    summary: 'What is open to this instance at Reddit, and until when',
    response: redditAccessSchema,
  }),
  status: defineRoute({
    method: 'GET',
    path: '/reddit-oauth/status',
    access: 'user',
    tokens: 'none',
    summary: 'Status of the connected Reddit account',
    query: z.object({ _t: z.string().max(40).optional() }),
    response: redditStatusSchema,
  }),
  connect: defineRoute({
    method: 'GET',
    path: '/reddit-oauth/connect',
    access: 'user',
    tokens: 'none',
    summary: 'The authorization URL at Reddit; scope=submit also requests posting',
    query: z.object({ scope: z.enum(['read', 'submit']).default('read') }),
    response: z.object({ url: z.string() }),
  }),
  callback: defineRoute({
    method: 'POST',
    path: '/reddit-oauth/callback',
    access: 'user',
    tokens: 'none',
    summary: 'Complete the connection with what Reddit returned',
    body: z.strictObject({ code: z.string().min(1).max(500), state: z.string().min(1).max(200) }),
    response: redditStatusSchema,
  }),
  disconnect: defineRoute({
    method: 'DELETE',
    path: '/reddit-oauth/disconnect',
    access: 'user',
    tokens: 'none',
    summary: 'Disconnect, revoke the tokens at Reddit, and cancel queued replies',
    response: z.object({ revoked: z.boolean(), canceled: z.number().int() }),
  }),
  refresh: defineRoute({
    method: 'POST',
    path: '/reddit-oauth/refresh-token',
    access: 'user',
    tokens: 'none',
    summary: 'Renew the access token now',
    response: redditStatusSchema,
  }),
};

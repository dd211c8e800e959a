import * as z from 'zod';
import { idParams, idSchema, personSchema, timeSchema } from './common.ts';
import { healthLevels } from './health.ts';
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

export const connectedAccountSchema = z.object({
  id: idSchema,
  username: z.string(),
  /** `ended`: Reddit no longer accepts the connection. */
  state: z.enum(['connected', 'ended']),
  canPost: z.boolean(),
  /** Who connected it, and alone replies from it. */
  by: personSchema,
  isYours: z.boolean(),
  /** Used where none is chosen. */
  isDefault: z.boolean(),
  connectedAt: timeSchema,
  lastError: z.string().nullable(),
  /** Replies posted in 24 hours, and how many are allowed. */
  sent: z.number().int(),
  cap: z.number().int(),
  /** Result of the last check of the account's health; null before the first, and for others' accounts. */
  health: z.enum(healthLevels).nullable(),
});
export type ConnectedRedditAccount = z.infer<typeof connectedAccountSchema>;
const endedSchema = z.object({
  revoked: z.boolean(),
  /** Replies that were about to be posted. */
  canceled: z.number().int(),
  /** Scheduled replies that wait for another account. */
  held: z.number().int(),
});

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
    summary: 'Disconnect, revoke the tokens at Reddit, cancel queued replies, and hold scheduled ones',
    response: endedSchema,
  }),
  refresh: defineRoute({
    method: 'POST',
    path: '/reddit-oauth/refresh-token',
    access: 'user',
    tokens: 'none',
    summary: 'Renew the access token now',
    response: redditStatusSchema,
  }),
  accounts: defineRoute({
    method: 'GET',
    path: '/reddit-oauth/accounts',
    access: 'user',
    tokens: 'read',
    summary: 'Reddit accounts that the people of this workspace connected',
    response: z.object({ items: z.array(connectedAccountSchema) }),
  }),
  choose: defineRoute({
    method: 'POST',
    path: '/reddit-oauth/accounts/:id/default',
    access: 'user',
    tokens: 'none',
    summary: 'Use this account where none is chosen',
    params: idParams,
    response: z.null(),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/reddit-oauth/accounts/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Disconnect one of your Reddit accounts',
    params: idParams,
    response: endedSchema,
  }),
};

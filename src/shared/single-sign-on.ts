import * as z from 'zod';
import { authResultSchema, givenPasswordSchema } from './auth.ts';
import { timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** What people open after they have logged in at the issuer; registered there as the redirect URI. */
export const callbackPath = '/login/callback';

export const linkedIdentitySchema = z.object({
  /** Name or address at the issuer. */
  label: z.string(),
  linkedAt: timeSchema,
  lastUsedAt: timeSchema,
});

export const ownWaysSchema = z.object({
  hasPassword: z.boolean(),
  /** Of the issuer; null where there is none. */
  issuer: z.string().nullable(),
  identity: linkedIdentitySchema.nullable(),
});
export type OwnWays = z.output<typeof ownWaysSchema>;

export const unlinkSchema = z.strictObject({ currentPassword: givenPasswordSchema });

export const singleSignOnRoutes = {
  start: defineRoute({
    method: 'POST',
    path: '/auth/oidc/start',
    access: 'public',
    tokens: 'none',
    summary: 'Get the address of the issuer where a browser logs in; the login works once, in this browser, for ten minutes',
    response: z.object({ url: z.string() }),
  }),
  finish: defineRoute({
    method: 'POST',
    path: '/auth/oidc/finish',
    access: 'public',
    tokens: 'none',
    summary: 'Sign in with the query that the issuer sent the browser back with',
    body: z.strictObject({ query: z.string().max(8000) }),
    response: authResultSchema,
  }),
  proxy: defineRoute({
    method: 'POST',
    path: '/auth/proxy',
    access: 'public',
    tokens: 'none',
    summary: 'Sign in as whoever a trusted proxy names in the header auth.proxyHeader',
    response: authResultSchema,
  }),
  ways: defineRoute({
    method: 'GET',
    path: '/auth/ways',
    access: 'user',
    tokens: 'none',
    summary: 'Whether your account has a password, and the account at the issuer that it is linked to',
    response: ownWaysSchema,
  }),
  unlink: defineRoute({
    method: 'DELETE',
    path: '/auth/identity',
    access: 'user',
    tokens: 'none',
    summary: 'Unlink the account at the issuer, with the password',
    body: unlinkSchema,
    response: z.null(),
  }),
};

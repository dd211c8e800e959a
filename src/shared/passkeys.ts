import * as z from 'zod';
import { authResultSchema, givenPasswordSchema, signInCodeSchema } from './auth.ts';
import { idParams, idSchema, timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

export const maxPasskeys = 20;

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

const nameSchema = z.string().trim().min(1, 'Give it a name').max(60);
export const passkeyNameSchema = z.strictObject({ name: nameSchema });

/** The proof that it is the owner who adds one. */
export const passkeyProofSchema = z.strictObject({
  currentPassword: givenPasswordSchema,
  /** Needed with two-factor login; without it, the response is a 400 whose details name `code`. */
  code: signInCodeSchema.optional(),
});
export type PasskeyProof = z.output<typeof passkeyProofSchema>;

export const passkeyRemovalSchema = z.strictObject({ currentPassword: givenPasswordSchema });

const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'Not base64url')
    .max(maxLength);
const transportsSchema = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10);
const verificationSchema = z.literal('required');

/** For the browser: `navigator.credentials.create`. */
export const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: transportsSchema })),
  authenticatorSelection: z.object({
    residentKey: verificationSchema,
    requireResidentKey: z.literal(true),
    userVerification: verificationSchema,
  }),
});
export type PasskeyCreation = z.output<typeof passkeyCreationSchema>;

/** For the browser: `navigator.credentials.get`. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: verificationSchema,
});
export type PasskeyRequest = z.output<typeof passkeyRequestSchema>;

/** What the authenticator returned, in base64url. */
export const newPasskeySchema = z.strictObject({
  /** Without one, it is named after the browser. */
  name: nameSchema.optional(),
  credentialId: base64url(1400),
  clientDataJSON: base64url(4000),
  attestationObject: base64url(20_000),
  transports: transportsSchema.default([]),
});
export type NewPasskey = z.output<typeof newPasskeySchema>;

export const passkeyAssertionSchema = z.strictObject({
  credentialId: base64url(1400),
  clientDataJSON: base64url(4000),
  authenticatorData: base64url(4000),
  signature: base64url(4000),
  userHandle: base64url(100),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;

export const passkeyRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/auth/passkeys',
    access: 'user',
    tokens: 'none',
    summary: 'The passkeys that sign in to this account',
    response: wholeOf(passkeySchema),
  }),
  start: defineRoute({
    method: 'POST',
    path: '/auth/passkeys/setup',
    access: 'user',
    tokens: 'none',
    summary: 'Get a challenge for a new passkey, with the password, and a code if two-factor login is on; it works once, for five minutes',
    body: passkeyProofSchema,
    response: passkeyCreationSchema,
  }),
  add: defineRoute({
    method: 'POST',
    path: '/auth/passkeys',
    access: 'user',
    tokens: 'none',
    summary: 'Add the passkey that an authenticator created',
    body: newPasskeySchema,
    response: passkeySchema,
    status: 201,
  }),
  rename: defineRoute({
    method: 'PATCH',
    path: '/auth/passkeys/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Rename a passkey',
    params: idParams,
    body: passkeyNameSchema,
    response: passkeySchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Remove a passkey, which no longer signs in, with the password',
    params: idParams,
    body: passkeyRemovalSchema,
    response: z.null(),
  }),
  startSignIn: defineRoute({
    method: 'POST',
    path: '/auth/passkeys/challenge',
    access: 'public',
    tokens: 'none',
    summary: 'Get a challenge for signing in with a passkey; it works once, in this browser, for five minutes',
    response: passkeyRequestSchema,
  }),
  signIn: defineRoute({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    access: 'public',
    tokens: 'none',
    summary: 'Sign in with a passkey, which counts as two factors',
    body: passkeyAssertionSchema,
    response: authResultSchema,
  }),
};

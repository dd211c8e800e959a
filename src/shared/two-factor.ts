import * as z from 'zod';
import { authResultSchema, givenPasswordSchema, keepSchema, signInCodeSchema } from './auth.ts';
import { timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

export const twoFactorStateSchema = z.object({
  enabled: z.boolean(),
  enabledAt: timeSchema.nullable(),
  recoveryCodesLeft: z.int(),
});
export type TwoFactorState = z.output<typeof twoFactorStateSchema>;

export const twoFactorSetupSchema = z.object({
  /** For typing: Base32. */
  secret: z.string(),
  /** For a QR code: `otpauth://totp/…`. */
  uri: z.string(),
});
export type TwoFactorSetup = z.output<typeof twoFactorSetupSchema>;

export const twoFactorProofSchema = z.strictObject({ currentPassword: givenPasswordSchema, code: signInCodeSchema });
export type TwoFactorProof = z.output<typeof twoFactorProofSchema>;

export const twoFactorEnableSchema = twoFactorProofSchema.extend({ keepPasskeysAndTokens: keepSchema });
export type TwoFactorEnabling = z.output<typeof twoFactorEnableSchema>;

/** Shown only once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;
/** With the session that replaces the current one. */
export const twoFactorEnabledSchema = recoveryCodesSchema.extend(authResultSchema.shape);
export type TwoFactorEnabled = z.output<typeof twoFactorEnabledSchema>;

export const twoFactorRoutes = {
  state: defineRoute({
    method: 'GET',
    path: '/auth/two-factor',
    access: 'user',
    tokens: 'none',
    summary: 'Whether signing in to this account takes a code, and how many recovery codes are left',
    response: twoFactorStateSchema,
  }),
  setUp: defineRoute({
    method: 'POST',
    path: '/auth/two-factor/setup',
    access: 'user',
    tokens: 'none',
    summary: 'Create a secret for an authenticator app; nothing changes until a code of it is entered within 15 minutes',
    response: twoFactorSetupSchema,
    status: 201,
  }),
  enable: defineRoute({
    method: 'POST',
    path: '/auth/two-factor/enable',
    access: 'user',
    tokens: 'none',
    summary:
      'Turn on two-factor login with password and code; ends all sessions, removes passkeys, API tokens, and feed addresses unless they are kept, and returns recovery codes and a new session',
    body: twoFactorEnableSchema,
    response: twoFactorEnabledSchema,
  }),
  disable: defineRoute({
    method: 'POST',
    path: '/auth/two-factor/disable',
    access: 'user',
    tokens: 'none',
    summary: 'Turn off two-factor login with password and code',
    body: twoFactorProofSchema,
    response: z.null(),
  }),
  renewRecoveryCodes: defineRoute({
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    access: 'user',
    tokens: 'none',
    summary: 'Replace all recovery codes, with password and code',
    body: twoFactorProofSchema,
    response: recoveryCodesSchema,
  }),
};

import * as z from 'zod';
import { fileSchema, idParams, idSchema, timeSchema, wholeOf } from './common.ts';
import { languages } from './language.ts';
import { maxPasswordLength, minPasswordLength } from './product.ts';
import { defineRoute } from './route.ts';

export const roleSchema = z.enum(['user', 'admin']);
export type Role = z.infer<typeof roleSchema>;

export const tones = ['helpful', 'short', 'curious'] as const;
export const toneSchema = z.enum(tones);

/** Settings that users change themselves. */
export const userSettingsSchema = z.strictObject({
  timezone: z.string().min(1).max(64).optional(),
  /** Of emails and notifications; absent is English. The web app's is chosen on each device. */
  language: z.enum(languages).optional(),
  defaultTone: toneSchema.optional(),
  /** After a conversation is dealt with, the next one opens; absent is on. */
  opensNext: z.boolean().optional(),
  /** Getting started was completed, on whatever device. */
  guideCompleted: z.boolean().optional(),
  /** New leads in a day's list; absent is `defaultLeadsPerDay`. */
  leadsPerDay: z.number().int().min(1, 'At least 1').max(50, 'At most 50').optional(),
});
export const defaultLeadsPerDay = 10;
export type UserSettings = z.infer<typeof userSettingsSchema>;

export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  email: z.string(),
  role: roleSchema,
  createdAt: timeSchema,
  hasRedditConnection: z.boolean(),
  plan: z.string(),
  settings: userSettingsSchema,
});
export type User = z.infer<typeof userSchema>;

/** From all rights to the fewest. */
export const workspaceRoles = ['owner', 'admin', 'member', 'viewer', 'client'] as const;
export const workspaceRoleSchema = z.enum(workspaceRoles);
export type WorkspaceRole = z.infer<typeof workspaceRoleSchema>;
/** Roles that can be given: an owner is one by having the account. */
export const givenRoleSchema = workspaceRoleSchema.exclude(['owner']);
export type GivenRole = z.infer<typeof givenRoleSchema>;

/** What the signed-in person may do in the workspace, so that screens need not decide it. */
export const workspaceRightsSchema = z.object({
  /** See everything in the workspace; without it, its report and the leads shown to clients. */
  read: z.boolean(),
  /** Change posts, leads, follow-ups, and campaigns; search, write, and send. */
  work: z.boolean(),
  /** Members, invitations, channels, the name, and deleting campaigns. */
  manage: z.boolean(),
  leave: z.boolean(),
  /** Roles that the person may give, and so change or remove others who have them. */
  give: z.array(givenRoleSchema),
});
export type WorkspaceRights = z.infer<typeof workspaceRightsSchema>;

/** The workspace that the session is in. */
export const activeWorkspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  role: workspaceRoleSchema,
  isOwn: z.boolean(),
  can: workspaceRightsSchema,
  /** How many other workspaces the person can switch to. */
  others: z.number().int(),
  /** Members, the owner included and clients not: with one, nothing needs an assignee or the name of who did something. */
  members: z.number().int(),
  /** With the role client: with none, nothing offers to show leads to them. */
  clients: z.number().int(),
  /** Replies are posted once the owner or an admin, other than who wrote them, approved them. */
  approvesReplies: z.boolean().optional(),
  /** New leads are assigned to those who can work on them, one after the other. */
  assignsInTurn: z.boolean().optional(),
});
export type ActiveWorkspace = z.output<typeof activeWorkspaceSchema>;

/** The signed-in user. */
export const ownUserSchema = userSchema.extend({ workspace: activeWorkspaceSchema });
export type OwnUser = z.infer<typeof ownUserSchema>;

export const usernameSchema = z
  .string()
  .trim()
  .min(2, 'At least 2 characters')
  .max(40, 'At most 40 characters')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._ -]*$/u, 'Use letters, digits, dots, dashes, underscores and spaces');
/** Mail servers know a domain such as "bücher.example" by its ASCII form, "xn--bcher-kva.example". */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return email;
  const address = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
  return /[^\0-\x7f]/.test(domain) ? email.slice(0, at) + address : email;
}
export const emailSchema = z.string().overwrite(withAsciiDomain).email('Not a valid email address').max(254);
export const newPasswordSchema = z
  .string()
  .min(minPasswordLength, `At least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `At most ${maxPasswordLength} characters`);
export const givenPasswordSchema = z.string().min(1, 'Enter your password').max(maxPasswordLength);

export const authResultSchema = z.object({ token: z.string(), user: ownUserSchema });
export type AuthResult = z.infer<typeof authResultSchema>;

/** From an authenticator app, or a recovery code. */
export const signInCodeSchema = z.string().trim().min(1, 'Enter the code').max(64);
export const credentialsSchema = z.strictObject({
  email: z.string().min(1, 'Enter your email').max(254).overwrite(withAsciiDomain),
  password: givenPasswordSchema,
  /** Needed with two-factor login; without it, the response is a 401 whose details name `code`. */
  code: signInCodeSchema.optional(),
});
export type Credentials = z.infer<typeof credentialsSchema>;
export const registrationSchema = z.strictObject({
  username: usernameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  /** The token of an invitation's link, needed in beta mode. */
  invitation: z.string().min(1).max(200).optional(),
  /** Needed for the first account of an instance that others can reach; the server prints it when it starts. */
  setUpCode: z.string().trim().min(1, 'Enter the set-up code').max(64).optional(),
});
export type Registration = z.infer<typeof registrationSchema>;
export const resetRequestSchema = z.strictObject({ email: emailSchema });
export const passwordResetSchema = z.strictObject({ token: z.string().min(1).max(200), password: newPasswordSchema });
export const emailLinkSchema = z.strictObject({ token: z.string().min(1).max(200) });
export const emailConfirmationSchema = emailLinkSchema.extend({
  /** Needed unless the account is signed in; without it, the response is a 400 whose details name `currentPassword`. */
  currentPassword: givenPasswordSchema.optional(),
});
/** For changes that end all access: someone else may have added what signs in or reads along. */
export const keepSchema = z.boolean().default(false);
export const passwordChangeSchema = z.strictObject({
  currentPassword: givenPasswordSchema,
  newPassword: newPasswordSchema,
  keepPasskeysAndTokens: keepSchema,
});
export const accountDeletionSchema = z.strictObject({ password: givenPasswordSchema });
export const profileSchema = z.strictObject({
  username: usernameSchema.optional(),
  email: emailSchema.optional(),
  /** Needed for a new email address. */
  currentPassword: givenPasswordSchema.optional(),
  settings: userSettingsSchema.optional(),
});
export type ProfileUpdate = z.infer<typeof profileSchema>;

/** A browser in which the account is signed in. */
export const sessionSchema = z.object({
  id: idSchema,
  /** Browser and system, such as `Firefox on Linux`; empty if unknown. */
  device: z.string(),
  /** IP address of the last use. */
  address: z.string(),
  createdAt: timeSchema,
  /** To the minute. */
  lastUsedAt: timeSchema,
  /** The session that asks. */
  current: z.boolean(),
});
export type SignedInDevice = z.output<typeof sessionSchema>;

export const emailStateSchema = z.object({
  /** A link sent to the account's address was opened. */
  confirmed: z.boolean(),
  /** The address that replaces the account's once the link sent there is opened. */
  pendingEmail: z.string().nullable(),
  /** The instance can send such links. */
  canConfirm: z.boolean(),
});
export type EmailState = z.output<typeof emailStateSchema>;

export const accountExportSchema = z.object({
  product: z.string(),
  version: z.string(),
  exportedAt: timeSchema,
  user: userSchema,
  /** Rows by table, as stored. Times in UTC ms. */
  data: z.record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

export const authRoutes = {
  login: defineRoute({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    tokens: 'none',
    summary: 'Sign in',
    body: credentialsSchema,
    response: authResultSchema,
  }),
  register: defineRoute({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    tokens: 'none',
    summary: 'Create an account; the first becomes admin',
    body: registrationSchema,
    response: authResultSchema,
    status: 201,
  }),
  me: defineRoute({
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    tokens: 'read',
    summary: 'The signed-in user',
    response: ownUserSchema,
  }),
  replaceProfile: defineRoute({
    method: 'PUT',
    path: '/auth/profile',
    access: 'user',
    tokens: 'none',
    summary: 'Replace your own settings, and your name or email where given; a new email needs the password and is confirmed by a link',
    body: profileSchema,
    response: ownUserSchema,
  }),
  updateProfile: defineRoute({
    method: 'PATCH',
    path: '/auth/profile',
    access: 'user',
    tokens: 'none',
    summary: 'Change your own name, email or some settings; a new email needs the password and is confirmed by a link',
    body: profileSchema,
    response: ownUserSchema,
  }),
  forgotPassword: defineRoute({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    tokens: 'none',
    summary: 'Request a reset link; the response is the same for known and unknown emails',
    body: resetRequestSchema,
    response: z.object({ message: z.string() }),
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    tokens: 'none',
    summary: 'Set a new password with a reset token',
    body: passwordResetSchema,
    response: z.object({ message: z.string() }),
  }),
  emailState: defineRoute({
    method: 'GET',
    path: '/auth/confirm-email',
    access: 'user',
    tokens: 'none',
    summary: 'Whether your email address is confirmed, and which one is to replace it',
    response: emailStateSchema,
  }),
  requestConfirmation: defineRoute({
    method: 'POST',
    path: '/auth/confirm-email/request',
    access: 'user',
    tokens: 'none',
    summary: 'Send a link that confirms your email address, or the one that is to replace it',
    response: z.object({ message: z.string() }),
    status: 202,
  }),
  confirmEmail: defineRoute({
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'public',
    tokens: 'none',
    summary: 'Confirm an email address with the token of a link sent there, signed in to the account or with its password',
    body: emailConfirmationSchema,
    response: z.object({ message: z.string() }),
  }),
  undoEmailChange: defineRoute({
    method: 'POST',
    path: '/auth/undo-email-change',
    access: 'public',
    tokens: 'none',
    summary:
      'Stop a change of the email address, or bring the previous one back, with the token of the link sent there; ends all access, the password included, and returns a token that sets a new one',
    body: emailLinkSchema,
    response: z.object({ message: z.string(), resetToken: z.string() }),
  }),
  changePassword: defineRoute({
    method: 'POST',
    path: '/auth/change-password',
    access: 'user',
    tokens: 'none',
    summary: 'Change own password; ends all other sessions, and removes passkeys, API tokens, and feed addresses unless they are kept',
    body: passwordChangeSchema,
    response: authResultSchema,
  }),
  logoutEverywhere: defineRoute({
    method: 'POST',
    path: '/auth/logout-everywhere',
    access: 'user',
    tokens: 'none',
    summary: 'End every session, API token, and feed address of this account',
    response: z.null(),
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/auth/logout',
    access: 'user',
    tokens: 'none',
    summary: 'End this session; says where to end the login at the issuer that it began with, if there is such a page',
    response: z.object({ logoutUrl: z.string() }).nullable(),
  }),
  sessions: defineRoute({
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
    tokens: 'none',
    summary: 'Where this account is signed in',
    response: wholeOf(sessionSchema),
  }),
  endSession: defineRoute({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'user',
    tokens: 'none',
    summary: 'End one session of this account',
    params: idParams,
    response: z.null(),
  }),
  exportAccount: defineRoute({
    method: 'GET',
    path: '/auth/me/export',
    access: 'user',
    tokens: 'none',
    summary: 'Everything stored about this account, as one JSON file',
    response: fileSchema,
    produces: 'application/json; charset=utf-8',
    describes: accountExportSchema,
  }),
  deleteAccount: defineRoute({
    method: 'DELETE',
    path: '/auth/me',
    access: 'user',
    tokens: 'none',
    summary: 'Delete this account and everything that belongs to it',
    body: accountDeletionSchema,
    response: z.null(),
  }),
};

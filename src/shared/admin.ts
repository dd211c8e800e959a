import * as z from 'zod';
import { emailSchema, roleSchema, usernameSchema, userSchema } from './auth.ts';
import { planIdSchema } from './billing.ts';
import { changesTo, idParams, idSchema, pageOf, pageQuery, timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';
import { sourceHealthSchema } from './source-health.ts';

const count = z.number().int();

const newerVersionSchema = z.object({ version: z.string(), /** Page of the release. */ url: z.string() });
export type NewerVersion = z.infer<typeof newerVersionSchema>;

export const overviewSchema = z.object({
  version: z.string(),
  /** Null if none is known, or nobody asked for it (`updates.feed`). */
  newer: newerVersionSchema.nullable(),
  startedAt: timeSchema,
  users: z.object({ total: count, admins: count, disabled: count, activeLately: count }),
  campaigns: z.object({ total: count, active: count }),
  items: count,
  posts: count,
  leads: count,
  /** Bytes. Null for an in-memory database. */
  databaseBytes: count,
  disk: z.object({ freeBytes: count, totalBytes: count }),
  sources: z.array(sourceHealthSchema),
  /** State of the source in use; null when fetching is off. */
  transport: z.object({ state: z.enum(['ok', 'waiting', 'failing']), message: z.string() }).nullable(),
  /** Requests with the client id over ten minutes; null without one. */
  budget: z.object({ calls: count, capacity: count, remaining: z.number().nullable(), pausedUntil: timeSchema.nullable() }).nullable(),
  /** The source in use; `off` when fetching is off. */
  source: z.string(),
  aiProvider: z.string(),
  mailConfigured: z.boolean(),
  /** Items waiting for an admin. */
  waiting: z.object({ feedback: count, applications: count }),
});
export type Overview = z.infer<typeof overviewSchema>;

export const adminUserSchema = userSchema.extend({ disabled: z.boolean(), lastLoginAt: timeSchema.nullable(), campaigns: count });
export type AdminUser = z.infer<typeof adminUserSchema>;

/** What a workspace did and cost in the last 30 UTC days, today included. */
export const workspaceFiguresSchema = z.object({
  /** Of the owner's account. */
  id: idSchema,
  owner: z.string(),
  /** The owner included, clients not. */
  members: count,
  campaigns: count,
  leads: count,
  /** Posted by Earshot. */
  replies: count,
  /** Calls of AI models, and what those with a price cost; null when no call had one. */
  calls: count,
  cost: z.number().nullable(),
  /** Calls of models without a price, which `cost` leaves out. */
  unpriced: count,
  /** Median minutes from post to reply, of so many of the leads that were answered; null without any. */
  answered: count,
  answeredMinutes: z.number().nullable(),
});
export type WorkspaceFigures = z.infer<typeof workspaceFiguresSchema>;

export const adminInvitationSchema = z.strictObject({ username: usernameSchema, email: emailSchema, role: roleSchema.default('user') });
export type AdminInvitation = z.output<typeof adminInvitationSchema>;
export const invitedSchema = z.object({
  id: idSchema,
  /** Works once, to set a password. */
  link: z.string(),
  expiresAt: timeSchema,
  /** Whether the link was also emailed. */
  emailed: z.boolean(),
});
export type Invited = z.infer<typeof invitedSchema>;

export const jobSchema = z.object({
  name: z.string(),
  about: z.string(),
  /** Cron expression in UTC. */
  schedule: z.string(),
  /** Next run by schedule, which is also the next try after a failure; null if the schedule has none. */
  nextRunAt: timeSchema.nullable(),
  running: z.boolean(),
  lastSuccessAt: timeSchema.nullable(),
  lastFailureAt: timeSchema.nullable(),
  /** Error of the latest run, if it failed. */
  lastError: z.string().nullable(),
  /** Since its latest success, a run of its schedule failed with all its retries; null if none did. */
  gaveUp: z.object({ at: timeSchema, attempts: count }).nullable(),
  lastSummary: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type JobOverview = z.infer<typeof jobSchema>;

export const adminSettingsSchema = z.strictObject({ betaModeEnabled: z.boolean() });
export type AdminSettings = z.infer<typeof adminSettingsSchema>;

export const auditEntrySchema = z.object({
  id: idSchema,
  at: timeSchema,
  /** Name of the account, or `command line (NAME)`; null for anonymous callers and the system. */
  actor: z.string().nullable(),
  action: z.string(),
  /** The affected object, such as `user:7`. */
  target: z.string().nullable(),
  /** What it is called, also after it was deleted; null for a deleted account, whose name goes with it. */
  targetName: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  address: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof auditEntrySchema>;

const auditFilter = { q: z.string().max(200).optional() };

export const adminRoutes = {
  overview: defineRoute({
    method: 'GET',
    path: '/admin/overview',
    access: 'admin',
    tokens: 'none',
    summary: 'Status of the instance',
    response: overviewSchema,
  }),
  workspaces: defineRoute({
    method: 'GET',
    path: '/admin/workspaces',
    access: 'admin',
    tokens: 'none',
    summary: 'Figures of each workspace with campaigns or AI calls for the last 30 days, the most expensive first',
    query: z.object(pageQuery),
    response: pageOf(workspaceFiguresSchema),
  }),
  users: defineRoute({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    tokens: 'none',
    summary: 'Accounts, newest first; `q` searches names and emails',
    query: z.object({ ...pageQuery, q: z.string().max(200).optional() }),
    response: pageOf(adminUserSchema),
  }),
  user: defineRoute({
    method: 'GET',
    path: '/admin/users/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'One account',
    params: idParams,
    response: adminUserSchema,
  }),
  inviteUser: defineRoute({
    method: 'POST',
    path: '/admin/users',
    access: 'admin',
    tokens: 'none',
    summary: 'Create an account for someone, who sets the password with a one-time link',
    body: adminInvitationSchema,
    response: invitedSchema,
    status: 201,
  }),
  deleteUser: defineRoute({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    tokens: 'none',
    summary: "Delete someone else's account with everything in it",
    params: idParams,
    response: z.null(),
  }),
  mergeUsers: defineRoute({
    method: 'POST',
    path: '/admin/users/:id/merge',
    access: 'admin',
    tokens: 'none',
    summary: 'Merge this account into another one of the same person, and disable it',
    params: idParams,
    body: z.strictObject({ intoId: idSchema, name: z.string().max(100) }),
    response: adminUserSchema,
  }),
  changeUser: defineRoute({
    method: 'PATCH',
    path: '/admin/users/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Change the role or plan, or disable the account; a new role or disabling ends its sessions',
    params: idParams,
    body: z.strictObject({ role: roleSchema.optional(), disabled: z.boolean().optional(), plan: planIdSchema.optional() }),
    response: adminUserSchema,
  }),
  resetLink: defineRoute({
    method: 'POST',
    path: '/admin/users/:id/reset-link',
    access: 'admin',
    tokens: 'none',
    summary: 'Create a one-time link to set a new password',
    params: idParams,
    response: z.object({ link: z.string(), expiresAt: timeSchema }),
    status: 201,
  }),
  jobs: defineRoute({
    method: 'GET',
    path: '/admin/jobs',
    access: 'admin',
    tokens: 'none',
    summary: 'Scheduled jobs and how their last run went',
    response: wholeOf(jobSchema),
  }),
  runJob: defineRoute({
    method: 'POST',
    path: '/admin/jobs/:name/run',
    access: 'admin',
    tokens: 'none',
    summary: 'Run a job now; responds within five seconds while the job may continue',
    params: z.object({ name: z.string().regex(/^[a-z][a-z-]{0,60}$/, 'Job not found') }),
    response: z.object({
      state: z.enum(['done', 'failed', 'running']),
      summary: jobSchema.shape.lastSummary,
      error: z.string().nullable(),
    }),
    status: 202,
  }),
  settings: defineRoute({
    method: 'GET',
    path: '/admin/settings',
    access: 'admin',
    tokens: 'none',
    summary: 'Instance settings',
    response: adminSettingsSchema,
  }),
  replaceSettings: defineRoute({
    method: 'PUT',
    path: '/admin/settings',
    access: 'admin',
    tokens: 'none',
    summary: 'Replace all instance settings',
    body: adminSettingsSchema,
    response: adminSettingsSchema,
  }),
  changeSettings: defineRoute({
    method: 'PATCH',
    path: '/admin/settings',
    access: 'admin',
    tokens: 'none',
    summary: 'Change some instance settings',
    body: changesTo(adminSettingsSchema.shape),
    response: adminSettingsSchema,
  }),
  audit: defineRoute({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    tokens: 'none',
    summary: 'Audit log of accounts and settings, newest first; `q` searches who, what, and target',
    query: z.object({ ...pageQuery, ...auditFilter }),
    response: pageOf(auditEntrySchema),
  }),
  auditCsv: defineRoute({
    method: 'GET',
    path: '/admin/audit.csv',
    access: 'admin',
    tokens: 'none',
    summary: 'The audit log as CSV, newest first: the latest 50,000 entries that `q` finds',
    query: z.object(auditFilter),
    response: z.string(),
    produces: 'text/csv; charset=utf-8',
  }),
};

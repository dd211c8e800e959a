import * as z from 'zod';
import { activeWorkspaceSchema, emailSchema, givenRoleSchema, workspaceRoleSchema } from './auth.ts';
import { idParams, idSchema, personSchema, timeSchema, wholeOf } from './common.ts';
import { defineRoute } from './route.ts';

/** An invitation works this long. */
export const invitationDays = 7;
export const maxMembers = 100;
export const maxInvitations = 50;

export const workspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  role: workspaceRoleSchema,
  isOwn: z.boolean(),
  isActive: z.boolean(),
  /** The owner included, clients not. */
  members: z.number().int(),
  approvesReplies: z.boolean(),
  assignsInTurn: z.boolean(),
});
export type Workspace = z.output<typeof workspaceSchema>;

export const memberSchema = z.object({
  /** Of the account. */
  id: idSchema,
  username: z.string(),
  role: workspaceRoleSchema,
  isYou: z.boolean(),
  /** The person who asks may change this one's role, or remove them. */
  canChange: z.boolean(),
  joinedAt: timeSchema,
});
export type Member = z.output<typeof memberSchema>;

export const workspaceInvitationSchema = z.object({
  id: idSchema,
  role: givenRoleSchema,
  /** Null for a link that whoever has it can use once. */
  email: z.string().nullable(),
  createdBy: personSchema.nullable(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type WorkspaceInvitation = z.output<typeof workspaceInvitationSchema>;
export const newInvitationSchema = z.strictObject({ role: givenRoleSchema.default('member'), email: emailSchema.optional() });
export type NewInvitation = z.output<typeof newInvitationSchema>;
/** The link is shown only once, because only its digest is stored. */
export const madeInvitationSchema = workspaceInvitationSchema.extend({ link: z.string(), mailed: z.boolean() });
export type MadeInvitation = z.output<typeof madeInvitationSchema>;
/** What the page of an invitation says. */
export const openInvitationSchema = z.object({
  workspace: z.string(),
  role: givenRoleSchema,
  /** Who made it. */
  by: z.string().nullable(),
  /** The address it was sent to: only its account can accept it. */
  email: z.string().nullable(),
  expiresAt: timeSchema,
});
export type OpenInvitation = z.output<typeof openInvitationSchema>;
export const workspaceNameSchema = z.string().trim().min(1, 'Give it a name').max(60, 'At most 60 characters');
export const workspaceUpdateSchema = z
  .strictObject({
    name: workspaceNameSchema.optional(),
    /** A second person, the owner or an admin, approves each reply before it is posted. */
    approvesReplies: z.boolean().optional(),
    /** New leads are assigned to those who can work on them, one after the other. */
    assignsInTurn: z.boolean().optional(),
  })
  .refine((update) => Object.keys(update).length > 0, 'Nothing to change');
export type WorkspaceUpdate = z.output<typeof workspaceUpdateSchema>;

const memberParams = z.object({ id: idSchema, userId: idSchema });
const tokenParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

export const workspaceRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/workspaces',
    access: 'user',
    tokens: 'none',
    summary: 'Your own workspace, and those you are a member of',
    response: wholeOf(workspaceSchema),
  }),
  activate: defineRoute({
    method: 'PUT',
    path: '/workspaces/active',
    access: 'user',
    tokens: 'none',
    summary: 'Switch this session to another workspace',
    body: z.strictObject({ id: idSchema }),
    response: activeWorkspaceSchema,
  }),
  rename: defineRoute({
    method: 'PATCH',
    path: '/workspaces/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Rename a workspace, or change how it works',
    params: idParams,
    body: workspaceUpdateSchema,
    response: workspaceSchema,
  }),
  members: defineRoute({
    method: 'GET',
    path: '/workspaces/:id/members',
    access: 'user',
    tokens: 'none',
    summary: 'Members of a workspace, the owner first',
    params: idParams,
    response: wholeOf(memberSchema),
  }),
  changeMember: defineRoute({
    method: 'PATCH',
    path: '/workspaces/:id/members/:userId',
    access: 'user',
    tokens: 'none',
    summary: 'Change the role of a member',
    params: memberParams,
    body: z.strictObject({ role: givenRoleSchema }),
    response: memberSchema,
  }),
  removeMember: defineRoute({
    method: 'DELETE',
    path: '/workspaces/:id/members/:userId',
    access: 'user',
    tokens: 'none',
    summary: 'Remove a member, or leave: their leads become unassigned, and their scheduled replies are held',
    params: memberParams,
    response: z.null(),
  }),
  invitations: defineRoute({
    method: 'GET',
    path: '/workspaces/:id/invitations',
    access: 'user',
    tokens: 'none',
    summary: 'Open invitations to a workspace',
    params: idParams,
    response: wholeOf(workspaceInvitationSchema),
  }),
  invite: defineRoute({
    method: 'POST',
    path: '/workspaces/:id/invitations',
    access: 'user',
    tokens: 'none',
    summary: 'Invite somebody to a workspace, by email or by a link that works once',
    params: idParams,
    body: newInvitationSchema,
    response: madeInvitationSchema,
    status: 201,
  }),
  withdraw: defineRoute({
    method: 'DELETE',
    path: '/workspaces/:id/invitations/:invitationId',
    access: 'user',
    tokens: 'none',
    summary: 'Withdraw an invitation',
    params: z.object({ id: idSchema, invitationId: idSchema }),
    response: z.null(),
  }),
  openInvitation: defineRoute({
    method: 'GET',
    path: '/workspaces/invitations/:token',
    access: 'public',
    tokens: 'none',
    summary: 'What an invitation is for',
    params: tokenParams,
    response: openInvitationSchema,
  }),
  accept: defineRoute({
    method: 'POST',
    path: '/workspaces/invitations/:token/accept',
    access: 'user',
    tokens: 'none',
    summary: 'Accept an invitation, and switch this session to its workspace',
    params: tokenParams,
    response: activeWorkspaceSchema,
  }),
};

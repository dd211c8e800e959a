import type { GivenRole } from '#shared/auth.ts';
import { invitationDays } from '#shared/workspaces.ts';
import { counted } from '#web/lib/format.ts';
import { roleLabels } from './switcher-texts.ts';

const roleHints: Record<GivenRole, string> = {
  admin: 'Also manages people and notification channels, and deletes campaigns',
  member: 'Works on posts, leads, and replies, and edits campaigns',
  viewer: 'Reads everything, changes nothing',
};
/** The most common one first. */
export const givenRoles = (['member', 'viewer', 'admin'] as const).map((value) => ({
  value,
  label: roleLabels[value],
  hint: roleHints[value],
}));

export const peopleTexts = {
  workspace: 'Workspace',
  name: 'Name',
  nameHint: 'Colleagues see it when they switch workspaces.',
  save: 'Save name',
  saved: 'Name saved',
  approves: 'Replies need approval',
  approvesHint:
    'The owner or an admin approves each reply before it is posted, never who wrote it. Where nobody else could approve it, a reply is posted without.',
  people: 'People',
  find: 'Find a person',
  noneFound: 'No one found.',
  alone: "You work alone here. Invite someone to share this workspace's campaigns, leads, and replies.",
  readOnly: 'You can read this workspace.',
  failed: "Couldn't load the people of this workspace.",
  you: 'You',
  joined: 'Joined',
  roleOf: (name: string) => `Role of ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'They lose access right away. Their leads here become unassigned, and their scheduled replies are held.',
  removed: (name: string) => `${name} removed`,
  leave: 'Leave workspace',
  leaveTitle: (name: string) => `Leave ${name}?`,
  leaveText:
    'You lose access right away, and need a new invitation to come back. Your leads here become unassigned, and your scheduled replies are held.',
  left: (name: string) => `You left ${name}. This is your own workspace.`,
  invite: 'Invite someone',
  email: 'Email (optional)',
  emailHint: 'Only the account with this address can then accept. Leave it empty for a link that you send yourself.',
  role: 'Role',
  makeLink: 'Create link',
  send: 'Invite',
  once: `This link works once, for ${counted(invitationDays, 'day')}. Copy it now: it won't be shown again.`,
  mailed: (email: string) => `Sent to ${email}.`,
  open: 'Open invitations',
  openFailed: "Couldn't load the invitations.",
  byLink: 'Link',
  expires: 'Expires',
  by: (name: string) => `from ${name}`,
  revoke: (whom: string) => `Revoke invitation: ${whom}`,
  revoked: 'Invitation revoked',
};

const offers: Record<GivenRole, string> = {
  admin: 'You can work on everything in it, manage its people and notification channels, and delete campaigns.',
  member: 'You can work on its posts, leads, and replies, and edit its campaigns.',
  viewer: 'You can read everything in it.',
};

export const invitationTexts = {
  title: (workspace: string) => `Join ${workspace}`,
  lead: (by: string | null, role: GivenRole) =>
    `${by ?? 'Someone'} invites you as ${role === 'admin' ? 'an admin' : `a ${role}`}. ${offers[role]}`,
  onlyFor: (email: string) => `Only the account of ${email} can accept it.`,
  as: 'Logged in as',
  accept: 'Accept invitation',
  joined: (workspace: string) => `You joined ${workspace}.`,
  otherAccount: 'Use another account',
  logIn: 'Log in to accept',
  register: 'Create an account',
  broken: "This invitation doesn't work",
  brokenLead: 'It has expired, was already used, or was revoked. Ask for a new one.',
  retry: 'Try again',
  toDashboard: 'Open dashboard',
  toLogin: 'Log in',
};

import type { GivenRole } from '#shared/auth.ts';
import { invitationDays } from '#shared/workspaces.ts';
import { t } from '#web/lib/language.ts';
import { roleLabels } from './switcher-texts.ts';

const roleHints: Record<GivenRole, string> = {
  admin: t('Also approves replies, manages people and notification channels, and moves and deletes campaigns'),
  member: t('Works on posts, leads, and replies, and edits campaigns'),
  viewer: t('Reads everything, changes nothing'),
  client: t('Sees the report and the leads that you show to clients, nothing else'),
};
/** The most common one first. */
export const givenRoles = (['member', 'viewer', 'client', 'admin'] as const).map((value) => ({
  value,
  label: roleLabels[value],
  hint: roleHints[value],
}));

export const peopleTexts = {
  workspace: t('Workspace'),
  name: t('Name'),
  nameHint: t('Colleagues see it when they switch workspaces.'),
  save: t('Save name'),
  saved: t('Name saved'),
  inTurn: t('Assign new leads in turn'),
  inTurnHint: t('To everybody who can work on them, one after the other.'),
  approves: t('Replies need approval'),
  approvesHint: t(
    'The owner or an admin approves each reply before it is posted, never who wrote it. Where nobody else could approve it, a reply is posted without.',
  ),
  people: t('People'),
  find: t('Find a person'),
  noneFound: t('No one found.'),
  alone: t("You work alone here. Invite someone to share this workspace's campaigns, leads, and replies."),
  readOnly: t('You can read this workspace.'),
  forClients: t('You see its report and the leads chosen for you.'),
  failed: t("Couldn't load the people of this workspace."),
  you: t('You'),
  joined: t('Joined'),
  roleOf: (name: string) => t('Role of {name}', { name }),
  remove: t('Remove'),
  removeOf: (name: string) => t('Remove {name}', { name }),
  removeTitle: (name: string) => t('Remove {name}?', { name }),
  removeText: t('They lose access right away. Their leads here become unassigned, and their scheduled replies are held.'),
  removed: (name: string) => t('{name} removed', { name }),
  leave: t('Leave workspace'),
  leaveTitle: (name: string) => t('Leave {name}?', { name }),
  leaveText: t(
    'You lose access right away, and need a new invitation to come back. Your leads here become unassigned, and your scheduled replies are held.',
  ),
  leaveTextOfReader: t('You lose access right away, and need a new invitation to come back.'),
  left: (name: string) => t('You left {name}. This is your own workspace.', { name }),
  invite: t('Invite someone'),
  email: t('Email (optional)'),
  emailHint: t('Only the account with this address can then accept. Leave it empty for a link that you send yourself.'),
  role: t('Role'),
  makeLink: t('Create link'),
  send: t('Invite'),
  once: t("This link works once, for {invitationDays, plural, one {# day} other {# days}}. Copy it now: it won't be shown again.", {
    invitationDays,
  }),
  mailed: (email: string) => t('Sent to {email}.', { email }),
  open: t('Open invitations'),
  openFailed: t("Couldn't load the invitations."),
  byLink: t('Link'),
  expires: t('Expires'),
  by: (name: string) => t('from {name}', { name }),
  revoke: (whom: string) => t('Revoke invitation: {whom}', { whom }),
  revoked: t('Invitation revoked'),
};

const offers: Record<GivenRole, string> = {
  admin: t(
    'You can work on everything in it, approve replies, manage its people and notification channels, and move and delete campaigns.',
  ),
  member: t('You can work on its posts, leads, and replies, and edit its campaigns.'),
  viewer: t('You can read everything in it.'),
  client: t('You see its report and the leads chosen for you.'),
};

export const invitationTexts = {
  title: (workspace: string) => t('Join {workspace}', { workspace }),
  lead: (by: string | null, role: GivenRole) =>
    t('{by} invites you as {role}. {offer}', {
      by: by ?? t('Someone'),
      role: { admin: t('an admin'), member: t('a member'), viewer: t('a viewer'), client: t('a client') }[role],
      offer: offers[role],
    }),
  onlyFor: (email: string) => t('Only the account of {email} can accept it.', { email }),
  as: t('Logged in as'),
  accept: t('Accept invitation'),
  joined: (workspace: string) => t('You joined {workspace}.', { workspace }),
  otherAccount: t('Use another account'),
  logIn: t('Log in to accept'),
  register: t('Create an account'),
  broken: t("This invitation doesn't work"),
  brokenLead: t('It has expired, was already used, or was revoked. Ask for a new one.'),
  retry: t('Try again'),
  toDashboard: t('Open dashboard'),
  toLogin: t('Log in'),
};

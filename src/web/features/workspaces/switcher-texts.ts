import type { WorkspaceRole } from '#shared/auth.ts';

export const roleLabels: Record<WorkspaceRole, string> = { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' };

export const switcherTexts = {
  title: 'Switch workspace',
  find: 'Find a workspace',
  none: 'No workspace found',
  failed: "Couldn't load your workspaces.",
  own: 'Your workspace',
  current: 'Current workspace',
  lost: (name: string) => `You're no longer a member of ${name}. This is your own workspace.`,
};

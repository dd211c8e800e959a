import type { WorkspaceRole } from '#shared/auth.ts';
import { t } from '#web/lib/language.ts';

export const roleLabels: Record<WorkspaceRole, string> = {
  owner: t('Owner'),
  admin: t('Admin'),
  member: t('Member'),
  viewer: t('Viewer'),
  client: t('Client'),
};

export const switcherTexts = {
  title: t('Switch workspace'),
  find: t('Find a workspace'),
  none: t('No workspace found'),
  failed: t("Couldn't load your workspaces."),
  own: t('Your workspace'),
  current: t('Current workspace'),
  switched: (name: string) => t('You switched to the workspace {name}.', { name }),
  noAccess: t("You don't have access to this workspace"),
  askForAccess: t('Ask whoever sent you the link to invite you to it.'),
  retry: t('Try again'),
  toDashboard: t('Open dashboard'),
  moved: (name: string) => t("You're in the workspace {name} now. Nothing you just did for the other one was saved here.", { name }),
  lost: (name: string) => t("You're no longer a member of {name}. This is your own workspace.", { name }),
};

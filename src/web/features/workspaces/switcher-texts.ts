import type { WorkspaceRole } from '#shared/auth.ts';
import { t } from '#web/lib/language.ts';

export const roleLabels: Record<WorkspaceRole, string> = { owner: t('Owner'), admin: t('Admin'), member: t('Member'), viewer: t('Viewer') };

export const switcherTexts = {
  title: t('Switch workspace'),
  find: t('Find a workspace'),
  none: t('No workspace found'),
  failed: t("Couldn't load your workspaces."),
  own: t('Your workspace'),
  current: t('Current workspace'),
  lost: (name: string) => t("You're no longer a member of {name}. This is your own workspace.", { name }),
};

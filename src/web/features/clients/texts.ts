import { counted } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const clientTexts = {
  navigation: t('Main'),
  skip: t('Skip to content'),
  report: t('Report'),
  leads: t('Leads'),
  settings: t('Account settings'),
  logout: t('Logout'),
  switchWorkspace: t('Switch workspace'),
  reportFailed: t("Couldn't load the report."),
  leadsLead: (workspace: string) => t('Conversations that {workspace} chose for you.', { workspace }),
  leadsFailed: t("Couldn't load the leads."),
  noLeads: (workspace: string) => t('No leads yet. They appear here when {workspace} chooses one for you.', { workspace }),
  leadFailed: t("Couldn't load this lead."),
  missing: t('This lead is no longer available.'),
  toLeads: t('All leads'),
  untitled: t('Conversation'),
  commentIn: t('Comment in'),
  replies: (count: number) => counted(count, 'reply', 'replies'),
  ourReplies: t('Replies'),
  why: t('Why it matches'),
  open: t('Open the conversation'),
  openReply: t('Open the reply'),
  deletedAuthor: t('deleted account'),
};

import { t } from '#web/lib/language.ts';
/** Pages of `docs/` for users, under their file names, in the order shown. */
export const helpTopics = {
  rules: t('Rule language'),
  scoring: t('Scoring'),
  sources: t('Sources and coverage'),
  'reddit-access': t('Reddit access'),
  replies: t('Replies and Reddit account'),
  analytics: t('Analytics and competitors'),
  notifications: t('Notifications'),
  ai: t('AI providers'),
  api: t('API, feeds, and MCP'),
};
export type HelpTopic = keyof typeof helpTopics;
export const topicIds = Object.keys(helpTopics) as HelpTopic[];

export const helpPath = (topic?: HelpTopic): string => `/dashboard/help${topic ? `/${topic}` : ''}`;

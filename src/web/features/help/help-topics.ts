/** Pages of `docs/` for users, under their file names, in the order shown. */
export const helpTopics = {
  rules: 'Rule language',
  scoring: 'Scoring',
  sources: 'Sources and coverage',
  'reddit-access': 'Reddit access',
  replies: 'Replies and Reddit account',
  analytics: 'Analytics and competitors',
  notifications: 'Notifications',
  ai: 'AI providers',
  api: 'API, feeds, and MCP',
};
export type HelpTopic = keyof typeof helpTopics;
export const topicIds = Object.keys(helpTopics) as HelpTopic[];

export const helpPath = (topic?: HelpTopic): string => `/dashboard/help${topic ? `/${topic}` : ''}`;

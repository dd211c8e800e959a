import ai from './de/ai.md?raw';
import analytics from './de/analytics.md?raw';
import api from './de/api.md?raw';
import notifications from './de/notifications.md?raw';
import redditAccess from './de/reddit-access.md?raw';
import replies from './de/replies.md?raw';
import rules from './de/rules.md?raw';
import scoring from './de/scoring.md?raw';
import sources from './de/sources.md?raw';
import type { HelpTopic } from './help-topics.ts';

/** The documentation in German; `{#anchor}` behind a heading is its anchor in the English one. */
export const docs: Record<HelpTopic, string> = {
  ai,
  analytics,
  api,
  notifications,
  'reddit-access': redditAccess,
  replies,
  rules,
  scoring,
  sources,
};

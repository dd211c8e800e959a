import ai from '../../../../docs/ai.md?raw';
import analytics from '../../../../docs/analytics.md?raw';
import api from '../../../../docs/api.md?raw';
import notifications from '../../../../docs/notifications.md?raw';
import redditAccess from '../../../../docs/reddit-access.md?raw';
import replies from '../../../../docs/replies.md?raw';
import rules from '../../../../docs/rules.md?raw';
import scoring from '../../../../docs/scoring.md?raw';
import sources from '../../../../docs/sources.md?raw';
import type { HelpTopic } from './help-topics.ts';

/** The documentation itself, bundled by the build. */
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

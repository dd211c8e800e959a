import type { Fact } from '#shared/events.ts';

/** Which cached reads a fact makes stale, as the path prefixes of their keys. */
const prefixes: Record<Fact, readonly string[]> = {
  'everything-changed': ['/'],
  'posts-changed': ['/posts', '/archived', '/campaigns', '/dashboard'],
  'leads-changed': ['/leads', '/campaigns', '/dashboard'],
  'campaigns-changed': ['/campaigns', '/posts', '/leads', '/schedule', '/dashboard'],
  'runs-changed': ['/campaigns', '/dashboard'],
  'replies-changed': ['/outbox', '/approvals', '/schedule', '/posts', '/leads', '/dashboard'],
  'follow-ups-changed': ['/follow-ups', '/leads', '/dashboard'],
  'views-changed': ['/views'],
  'competitors-changed': ['/competitors'],
  'analytics-changed': ['/analytics'],
  'notifications-changed': ['/notifications'],
  'channels-changed': ['/notifications/channels'],
  'model-usage-changed': ['/ai'],
  'reddit-account-changed': ['/reddit-oauth', '/auth/me', '/outbox', '/reddit-vibe-analysis', '/reddit-health-simple'],
  'account-health-changed': ['/reddit-health-simple'],
  'plan-changed': ['/billing', '/auth/me', '/campaigns', '/posts', '/leads', '/dashboard'],
  'seats-changed': ['/billing', '/auth/me'],
  'workspaces-changed': ['/workspaces', '/auth/me'],
  'feedback-changed': ['/feedback', '/admin/feedback', '/admin/overview'],
  'roadmap-changed': ['/roadmap'],
  'blacklist-changed': ['/admin/blacklist', '/blacklist'],
  'beta-applications-changed': ['/admin/beta-applications', '/admin/overview'],
};

/** A tab that was open during an update may receive an unknown fact: then everything is stale. */
export const staleKeysOf = (changed: readonly string[]): string[] => [
  ...new Set(changed.flatMap((fact) => (fact in prefixes ? prefixes[fact as Fact] : prefixes['everything-changed']))),
];

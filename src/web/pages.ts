import type { ComponentType } from 'react';
import { loadChunk } from './lib/chunk.ts';
import { lazyPart, type LazyPart } from '#web/ui/lazy.tsx';

export interface PageEntry extends LazyPart<object> {
  /** The path, with `:name` for parameters. */
  path: string;
}

let chunks = 0;

/** A page that is loaded when a user opens its path. */
function page<K extends string>(path: string, load: () => Promise<Record<K, ComponentType>>, name: K): PageEntry {
  chunks += 1;
  const chunk = chunks;
  return { path, ...lazyPart(async () => (await loadChunk(chunk, load))[name]) };
}

export const publicPages = [
  page('/', () => import('#web/features/landing/landing-page.tsx'), 'LandingPage'),
  page('/reddit/callback', () => import('./features/reddit-account/callback-page.tsx'), 'CallbackPage'),
  page('/login/callback', () => import('./features/auth/login-page.tsx'), 'LoginPage'),
  page('/roadmap', () => import('./features/roadmap/roadmap-page.tsx'), 'RoadmapPage'),
  page('/beta-application', () => import('#web/features/beta/beta-pages.tsx'), 'ApplicationPage'),
  page('/beta-verification/:token', () => import('#web/features/beta/beta-pages.tsx'), 'VerificationPage'),
  page('/confirm-email', () => import('#web/features/auth/email-link-pages.tsx'), 'ConfirmEmailPage'),
  page('/undo-email-change', () => import('#web/features/auth/email-link-pages.tsx'), 'UndoEmailChangePage'),
  page('/report/:token', () => import('./features/analytics/report-page.tsx'), 'ReportPage'),
  page('/invitation/:token', () => import('./features/workspaces/invitation-page.tsx'), 'InvitationPage'),
  page('/authorize', () => import('./features/settings/authorize-page.tsx'), 'AuthorizePage'),
  page('/mail/:token', () => import('./features/notifications/email-link-page.tsx'), 'EmailLinkPage'),
];

/** Pages that signed-in users are redirected from. */
export const loginPages = [
  page('/login', () => import('./features/auth/login-page.tsx'), 'LoginPage'),
  page('/register', () => import('./features/auth/register-page.tsx'), 'RegisterPage'),
  page('/forgot-password', () => import('#web/features/auth/email-link-pages.tsx'), 'ForgotPage'),
  page('/reset-password', () => import('#web/features/auth/email-link-pages.tsx'), 'ResetPage'),
];

/** Each page appears in `shell/navigation.ts` once it is listed here. */
export const dashboardPages = [
  page('/dashboard/campaigns', () => import('./features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  page('/dashboard/campaigns/new', () => import('#web/features/campaigns/new-campaign-page.tsx'), 'NewCampaignPage'),
  page('/dashboard/share', () => import('./features/campaigns/share-page.tsx'), 'SharePage'),
  page('/dashboard/campaigns/:id', () => import('./features/campaigns/campaign-page.tsx'), 'CampaignPage'),
  page('/dashboard', () => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  page('/dashboard/posts', () => import('./features/posts/posts-page.tsx'), 'PostsPage'),
  page('/dashboard/leads', () => import('./features/leads/leads-page.tsx'), 'LeadsPage'),
  page('/dashboard/leads/:id', () => import('./features/leads/lead-page.tsx'), 'LeadPage'),
  page('/dashboard/follow-ups', () => import('./features/follow-ups/follow-ups-page.tsx'), 'FollowUpsPage'),
  page('/dashboard/archived', () => import('./features/archived/archived-page.tsx'), 'ArchivedPage'),
  page('/dashboard/schedule', () => import('./features/schedule/schedule-page.tsx'), 'SchedulePage'),
  page('/dashboard/billing', () => import('#web/features/billing/billing-page.tsx'), 'BillingPage'),
  page('/dashboard/billing/success', () => import('./features/billing/success-page.tsx'), 'BillingSuccessPage'),
  page('/dashboard/analytics', () => import('./features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  page('/dashboard/my-activity', () => import('./features/own-reports/vibe-page.tsx'), 'VibePage'),
  page('/dashboard/reddit-health', () => import('./features/own-reports/health-page.tsx'), 'HealthPage'),
  page('/dashboard/search', () => import('./features/search/search-page.tsx'), 'SearchPage'),
  page('/dashboard/competitors', () => import('#web/features/competitors/competitors-page.tsx'), 'CompetitorsPage'),
  page(
    '/dashboard/competitors/:id/analytics',
    () => import('./features/competitors/competitor-analytics-page.tsx'),
    'CompetitorAnalyticsPage',
  ),
  page('/dashboard/help', () => import('#web/features/help/help-page.tsx'), 'HelpPage'),
  page('/dashboard/help/:topic', () => import('#web/features/help/help-page.tsx'), 'HelpPage'),
  page('/dashboard/settings', () => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
];

export const adminPages = [
  page('/dashboard/admin', () => import('./features/admin/admin-page.tsx'), 'AdminPage'),
  page('/dashboard/admin/blacklist', () => import('#web/features/blacklist/blacklist.tsx'), 'BlacklistPage'),
  page('/dashboard/admin/feedback', () => import('./features/feedback/feedback-page.tsx'), 'FeedbackPage'),
];

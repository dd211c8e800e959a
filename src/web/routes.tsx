import { Navigate, useLocation, type RouteObject } from 'react-router-dom';
import { lazyPage } from './lib/lazy-page.tsx';
import { PublicOnly, RequireAdmin, RequireAuth } from './shell/guards.tsx';
import { legacyPaths, todaysPath } from './shell/legacy-paths.ts';
import { Root } from './shell/root.tsx';

function ToTodaysPath() {
  return <Navigate to={todaysPath(useLocation())} replace />;
}

/** Path below /dashboard → page. Its entry in `shell/navigation.ts` goes live with it. */
const dashboardPages: RouteObject[] = [
  { path: 'campaigns', ...lazyPage(() => import('./features/campaigns/campaigns-page.tsx'), 'CampaignsPage') },
  { path: 'campaigns/new', ...lazyPage(() => import('./features/campaigns/new-campaign-page.tsx'), 'NewCampaignPage') },
  { path: 'campaigns/:id', ...lazyPage(() => import('./features/campaigns/campaign-page.tsx'), 'CampaignPage') },
  { index: true, ...lazyPage(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage') },
  { path: 'posts', ...lazyPage(() => import('./features/posts/posts-page.tsx'), 'PostsPage') },
  { path: 'leads', ...lazyPage(() => import('./features/leads/leads-page.tsx'), 'LeadsPage') },
  { path: 'leads/:id', ...lazyPage(() => import('./features/leads/lead-page.tsx'), 'LeadPage') },
  { path: 'follow-ups', ...lazyPage(() => import('./features/follow-ups/follow-ups-page.tsx'), 'FollowUpsPage') },
  { path: 'archived', ...lazyPage(() => import('./features/archived/archived-page.tsx'), 'ArchivedPage') },
  { path: 'schedule', ...lazyPage(() => import('./features/schedule/schedule-page.tsx'), 'SchedulePage') },
  { path: 'billing', ...lazyPage(() => import('./features/billing/billing-page.tsx'), 'BillingPage') },
  { path: 'billing/success', ...lazyPage(() => import('./features/billing/success-page.tsx'), 'BillingSuccessPage') },
  { path: 'analytics', ...lazyPage(() => import('./features/analytics/analytics-page.tsx'), 'AnalyticsPage') },
  { path: 'my-activity', ...lazyPage(() => import('./features/own-reports/vibe-page.tsx'), 'VibePage') },
  { path: 'reddit-health', ...lazyPage(() => import('./features/own-reports/health-page.tsx'), 'HealthPage') },
  { path: 'search', ...lazyPage(() => import('./features/search/search-page.tsx'), 'SearchPage') },
  { path: 'competitors', ...lazyPage(() => import('./features/competitors/competitors-page.tsx'), 'CompetitorsPage') },
  {
    path: 'competitors/:id/analytics',
    ...lazyPage(() => import('./features/competitors/competitor-analytics-page.tsx'), 'CompetitorAnalyticsPage'),
  },
  { path: 'settings', ...lazyPage(() => import('./features/settings/settings-page.tsx'), 'SettingsPage') },
];

const adminPages: RouteObject[] = [
  { path: 'admin', ...lazyPage(() => import('./features/admin/admin-page.tsx'), 'AdminPage') },
  { path: 'admin/blacklist', ...lazyPage(() => import('./features/admin/blacklist-page.tsx'), 'BlacklistPage') },
  { path: 'admin/feedback', ...lazyPage(() => import('./features/feedback/feedback-page.tsx'), 'FeedbackPage') },
  { path: 'admin/ui', ...lazyPage(() => import('./ui/showcase.tsx'), 'UiShowcase') },
];

/** Of no use to somebody who is signed in. */
const loginPages: RouteObject[] = [
  { path: 'login', ...lazyPage(() => import('./features/auth/login-page.tsx'), 'LoginPage') },
  { path: 'register', ...lazyPage(() => import('./features/auth/register-page.tsx'), 'RegisterPage') },
  { path: 'forgot-password', ...lazyPage(() => import('./features/auth/forgot-page.tsx'), 'ForgotPage') },
  { path: 'reset-password', ...lazyPage(() => import('./features/auth/reset-page.tsx'), 'ResetPage') },
];

const nowhere: RouteObject = { path: '*', element: <Navigate to="/" replace /> };

const dashboard: RouteObject = {
  path: 'dashboard',
  element: <RequireAuth />,
  children: [
    {
      ...lazyPage(() => import('./shell/shell.tsx'), 'Shell'),
      children: [...dashboardPages, { element: <RequireAdmin />, children: adminPages }],
    },
  ],
};

export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { index: true, ...lazyPage(() => import('./features/landing/landing-page.tsx'), 'LandingPage') },
      { path: 'reddit/callback', ...lazyPage(() => import('./features/callback/callback-page.tsx'), 'CallbackPage') },
      { path: 'roadmap', ...lazyPage(() => import('./features/roadmap/roadmap-page.tsx'), 'RoadmapPage') },
      { path: 'beta-application', ...lazyPage(() => import('./features/beta/application-page.tsx'), 'ApplicationPage') },
      { path: 'beta-verification/:token', ...lazyPage(() => import('./features/beta/verification-page.tsx'), 'VerificationPage') },
      { path: 'mail/:token', ...lazyPage(() => import('./features/notifications/mail-link-page.tsx'), 'MailLinkPage') },
      { element: <PublicOnly />, children: loginPages },
      dashboard,
      ...legacyPaths.map((path) => ({ path, element: <ToTodaysPath /> })),
      nowhere,
    ],
  },
];

import { Navigate, useLocation, type RouteObject } from 'react-router-dom';
import { lazyPage } from './lib/lazy-page.tsx';
import { PublicOnly, RequireAuth } from './shell/guards.tsx';
import { legacyPaths, todaysPath } from './shell/legacy-paths.ts';
import { Root } from './shell/root.tsx';

function ToTodaysPath() {
  return <Navigate to={todaysPath(useLocation())} replace />;
}

/** Path below /dashboard → page. Its entry in `shell/navigation.ts` goes live with it. */
const dashboardPages: RouteObject[] = [
  { path: 'campaigns', element: lazyPage(() => import('./features/campaigns/campaigns-page.tsx'), 'CampaignsPage') },
  { path: 'campaigns/new', element: lazyPage(() => import('./features/campaigns/new-campaign-page.tsx'), 'NewCampaignPage') },
  { path: 'campaigns/:id', element: lazyPage(() => import('./features/campaigns/campaign-page.tsx'), 'CampaignPage') },
  { index: true, element: lazyPage(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage') },
  { path: 'posts', element: lazyPage(() => import('./features/posts/posts-page.tsx'), 'PostsPage') },
  { path: 'leads', element: lazyPage(() => import('./features/leads/leads-page.tsx'), 'LeadsPage') },
  { path: 'leads/:id', element: lazyPage(() => import('./features/leads/lead-page.tsx'), 'LeadPage') },
  { path: 'settings', element: lazyPage(() => import('./features/settings/settings-page.tsx'), 'SettingsPage') },
];

/** Of no use to somebody who is signed in. */
const loginPages: RouteObject[] = [
  { path: 'login', element: lazyPage(() => import('./features/auth/login-page.tsx'), 'LoginPage') },
  { path: 'register', element: lazyPage(() => import('./features/auth/register-page.tsx'), 'RegisterPage') },
  { path: 'forgot-password', element: lazyPage(() => import('./features/auth/forgot-page.tsx'), 'ForgotPage') },
  { path: 'reset-password', element: lazyPage(() => import('./features/auth/reset-page.tsx'), 'ResetPage') },
];

const nowhere: RouteObject = { path: '*', element: <Navigate to="/" replace /> };

const dashboard: RouteObject = {
  path: 'dashboard',
  element: <RequireAuth />,
  children: [{ element: lazyPage(() => import('./shell/shell.tsx'), 'Shell'), children: [...dashboardPages, nowhere] }],
};

export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { index: true, element: lazyPage(() => import('./features/landing/landing-page.tsx'), 'LandingPage') },
      { element: <PublicOnly />, children: loginPages },
      dashboard,
      ...legacyPaths.map((path) => ({ path, element: <ToTodaysPath /> })),
      nowhere,
    ],
  },
];

import { Suspense } from 'react';
import { matchRoutes, Navigate, useLocation, type RouteObject, type Location } from 'react-router-dom';
import { adminPages, dashboardPages, loginPages, publicPages, type PageEntry } from './pages.ts';
import { PublicOnly, RequireAdmin, RequireAuth } from './shell/guards.tsx';
import { Root } from './shell/root.tsx';
import { Shell } from './shell/shell.tsx';
import { LoadingPane } from './ui/spinner.tsx';

/** Old top-level paths that redirect to /dashboard. */
export const legacyPaths = [
  '/campaigns',
  '/campaigns/:id',
  '/leads',
  '/leads/:id',
  '/posts',
  '/follow-ups',
  '/analytics',
  '/search',
  '/schedule',
  '/my-activity',
  '/settings',
  '/billing',
  '/billing/success',
] as const;

/** Keeps parameters, query and fragment. */
export const currentPath = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `/dashboard${pathname}${search}${hash}`;

function ToTodaysPath() {
  return <Navigate to={currentPath(useLocation())} replace />;
}

const shellPath = '/dashboard';

const leadPath = '/dashboard/leads/:id';

/** On phones, a lead has the place of the header from the start. */
const LoadingReader = () => (
  <div data-reader className="contents">
    <LoadingPane />
  </div>
);

/** The key makes each page suspend on its own; without it, the previous page would stay on screen with no spinner. */
const routeOf = ({ path, Part, preload }: PageEntry): RouteObject => ({
  ...(path === shellPath ? { index: true } : { path }),
  element: (
    <Suspense key={path} fallback={path === leadPath ? <LoadingReader /> : <LoadingPane />}>
      <Part />
    </Suspense>
  ),
  handle: preload,
});

const dashboard: RouteObject = {
  path: shellPath,
  element: <RequireAuth />,
  children: [
    {
      element: <Shell />,
      children: [...dashboardPages.map(routeOf), { element: <RequireAdmin />, children: adminPages.map(routeOf) }],
    },
  ],
};

export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      ...publicPages.map(routeOf),
      { element: <PublicOnly />, children: loginPages.map(routeOf) },
      dashboard,
      ...legacyPaths.map((path) => ({ path, element: <ToTodaysPath /> })),
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];

/** Loads the page of a path in parallel with the session check. */
export function preloadPage(path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) if (typeof route.handle === 'function') route.handle();
}

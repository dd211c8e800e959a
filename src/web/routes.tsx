import { Navigate, useLocation, type RouteObject } from 'react-router-dom';
import { adminPages, dashboardPages, loginPages, publicPages, shell, type PageEntry } from './pages.ts';
import { PublicOnly, RequireAdmin, RequireAuth } from './shell/guards.tsx';
import { legacyPaths, currentPath } from './shell/legacy-paths.ts';
import { Root } from './shell/root.tsx';

function ToTodaysPath() {
  return <Navigate to={currentPath(useLocation())} replace />;
}

const routeOf = ({ path, element, fetch }: PageEntry): RouteObject => ({
  ...(path === shell.path ? { index: true } : { path }),
  element,
  handle: { fetch },
});

const dashboard: RouteObject = {
  path: shell.path,
  element: <RequireAuth />,
  children: [
    {
      element: shell.element,
      handle: { fetch: shell.fetch },
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

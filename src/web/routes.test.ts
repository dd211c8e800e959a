import { isValidElement } from 'react';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { routes, legacyPaths } from './routes.tsx';
import { RequireAuth } from './shell/guards.tsx';
import { navigation } from './shell/navigation.ts';

const patternOf = (path: string): string | undefined => matchRoutes(routes, path)?.at(-1)?.route.path;
const isUnknown = (path: string): boolean => patternOf(path) === '*';

describe('routes', () => {
  it.each(navigation.flatMap(({ entries }) => entries.map(({ path, live }) => [path, live] as const)))(
    'shows %s in the sidebar exactly when it has a page: %s',
    (path, live) => expect(isUnknown(path)).toBe(!live),
  );

  it.each(['/', '/login', '/register', '/forgot-password', '/reset-password', '/dashboard'])('%s has a page', (path) => {
    expect(isUnknown(path)).toBe(false);
  });

  it.each([
    '/',
    '/roadmap',
    '/beta-application',
    '/beta-verification/x',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/reddit/callback',
    '/nonsense',
    '/dashboard/nonsense',
  ])('requires no sign-in for %s', (path) => {
    const guards = matchRoutes(routes, path)?.filter(({ route }) => isValidElement(route.element) && route.element.type === RequireAuth);
    expect(guards).toEqual([]);
  });

  it.each(legacyPaths)('redirects %s as an older path', (path) => expect(patternOf(path.replace(':id', '7'))).toBe(path));

  it.each(['/nonsense', '/dashboard/nonsense', '/dashboard/admin/nonsense', '/campaigns/7/extra', '/login/x'])(
    'treats %s as unknown',
    (path) => expect(isUnknown(path)).toBe(true),
  );
});

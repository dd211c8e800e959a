import type { authRoutes } from '#shared/auth.ts';
import type { noticeRoutes } from '#shared/notify.ts';
import type { Route } from '#shared/route.ts';
import type { systemRoutes } from '#shared/system.ts';

/** The compiler holds them all against the contract. */
function way<R extends Route>(method: R['method'], path: R['path'], access: R['access']): R {
  return { method, path, access } as R;
}

/** What the first view calls, without the schemas: they, and zod with them, come with the pages that have forms. */
export const firstRoutes = {
  login: way<typeof authRoutes.login>('POST', '/auth/login', 'public'),
  register: way<typeof authRoutes.register>('POST', '/auth/register', 'public'),
  me: way<typeof authRoutes.me>('GET', '/auth/me', 'user'),
  profile: way<typeof authRoutes.profile>('PUT', '/auth/profile', 'user'),
  notices: way<typeof noticeRoutes.list>('GET', '/notifications', 'user'),
  betaMode: way<typeof systemRoutes.betaMode>('GET', '/public-settings/beta-mode', 'public'),
  app: way<typeof systemRoutes.app>('GET', '/public-settings/app', 'public'),
};

import { authRoutes } from '#shared/auth.ts';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { call, markStale } from '#web/lib/api.ts';
import { inApp } from '#web/lib/base-path.ts';
import { useAuth } from '#web/lib/session.tsx';
import { privateKey, sessionStore } from '#web/lib/storage.ts';

const returnKey = privateKey('reddit-return');

/** Redirects to Reddit's consent page and remembers where to return to. */
export async function goToReddit(scope: 'read' | 'submit'): Promise<void> {
  const { url } = await call(redditAccountRoutes.connect, { query: { scope } });
  sessionStore.set(returnKey, `${inApp(location.pathname)}${location.search}`);
  location.assign(url);
}

/** Where the user came from, if it is a path of this app. */
export function takeReturnPath(): string {
  const path = sessionStore.get(returnKey) ?? '';
  sessionStore.remove(returnKey);
  return path.startsWith('/dashboard') ? path : '/dashboard/settings?tab=reddit';
}

/** Refreshes the session and the screens after the connection changed. */
export function useAfterChange(): () => Promise<void> {
  const { adopt, token } = useAuth();
  return async () => {
    markStale(['/reddit-oauth', '/outbox']);
    if (token !== null) adopt({ token, user: await call(authRoutes.me, {}) });
  };
}

import { authRoutes } from '#shared/auth.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useAuth } from '#web/lib/session.tsx';

/** Refreshes the session and the screens after the connection changed. */
export function useAfterChange(): () => Promise<void> {
  const { adopt, token } = useAuth();
  return async () => {
    markStale(['/reddit-oauth', '/outbox']);
    if (token !== null) adopt({ token, user: await call(authRoutes.me, {}) });
  };
}

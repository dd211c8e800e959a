import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom';
import { useAuth } from '#web/lib/session.tsx';
import { lazy, Suspense } from 'react';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { shellTexts } from './texts.ts';

/** Shown until the session is known. */
export function LoadingScreen({ isServerAway = false }: { isServerAway?: boolean }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <div className="grid justify-items-center gap-3">
        <LoadingPane label={shellTexts.loading} />
        <p role="status" className="text-14 text-muted">
          {isServerAway ? shellTexts.serverAway : null}
        </p>
      </div>
    </main>
  );
}

const ClientApp = lazy(async () => ({ default: (await import('#web/features/clients/client-app.tsx')).ClientApp }));
const LinkedWorkspace = lazy(async () => ({ default: (await import('#web/features/workspaces/linked.tsx')).LinkedWorkspace }));

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

interface LoginState {
  /** The page the user asked for. */
  from: Place;
}

/** Paths that a login leads back to: an invitation is accepted after it, and an assistant allowed. */
export const isLedBackTo = (path: string): boolean => /^\/(?:dashboard|invitation|authorize)(?:[/?#]|$)/.test(path);

/** Navigation state for the login page; null for pages that need no login. */
export function loginState({ pathname, search, hash }: Place): LoginState | null {
  return isLedBackTo(pathname) ? { from: { pathname, search, hash } } : null;
}

/** Where to go after login. Only pages that need a login; anything else in the history state is ignored. */
export function returnPath(state: unknown): string {
  const from = (state as Partial<LoginState> | null)?.from;
  if (typeof from?.pathname !== 'string' || loginState(from) === null) return '/dashboard';
  return `${from.pathname}${from.search}${from.hash}`;
}

/** Redirects anonymous users to the login page, and back afterwards; and whoever follows a link into another workspace, there. Clients have an app of their own. */
export function RequireAuth() {
  const { status, user, left, isServerAway } = useAuth();
  const location = useLocation();
  if (status === 'loading') return <LoadingScreen isServerAway={isServerAway} />;
  if (status === 'anonymous') return <Navigate to="/login" replace state={left ? null : loginState(location)} />;
  const linked = new URLSearchParams(location.search).get('workspace');
  const isHere = linked === null || linked === user?.workspace.id;
  if (isHere && user?.workspace.can.read) return <Outlet />;
  return (
    <Suspense fallback={<LoadingScreen isServerAway={isServerAway} />}>{isHere ? <ClientApp /> : <LinkedWorkspace id={linked} />}</Suspense>
  );
}

/** Login, registration and the like: signed-in users are redirected. */
export function PublicOnly() {
  const { status, isServerAway } = useAuth();
  const { state } = useLocation();
  if (status === 'loading') return <LoadingScreen isServerAway={isServerAway} />;
  if (status === 'authenticated') return <Navigate to={returnPath(state)} replace />;
  return <Outlet />;
}

/** Non-admins are redirected to the dashboard; the server enforces access itself. */
export function RequireAdmin() {
  const { user } = useAuth();
  return user?.role === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />;
}

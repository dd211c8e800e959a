import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAuth } from '#web/lib/session.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { loginState, returnPath } from './return-path.ts';

/** Redirects anonymous users to the login page, and back afterwards. */
export function RequireAuth() {
  const { status, left, isServerAway } = useAuth();
  const location = useLocation();
  if (status === 'loading') return <LoadingScreen isServerAway={isServerAway} />;
  if (status === 'anonymous') return <Navigate to="/login" replace state={left ? null : loginState(location)} />;
  return <Outlet />;
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

import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAuth } from '#web/lib/session.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { loginState, returnPath } from './return-path.ts';

/** Screens for signed-in users; others are sent to log in and brought back. */
export function RequireAuth() {
  const { status, left } = useAuth();
  const location = useLocation();
  if (status === 'loading') return <LoadingScreen />;
  if (status === 'anonymous') return <Navigate to="/login" replace state={left ? null : loginState(location)} />;
  return <Outlet />;
}

/** Login and its like: of no use to somebody who is signed in. */
export function PublicOnly() {
  const { status } = useAuth();
  const { state } = useLocation();
  if (status === 'loading') return <LoadingScreen />;
  if (status === 'authenticated') return <Navigate to={returnPath(state)} replace />;
  return <Outlet />;
}

/** Screens for admins; everybody else finds the dashboard, as with a path that does not exist. The server refuses on its own. */
export function RequireAdmin() {
  const { user } = useAuth();
  return user?.role === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />;
}

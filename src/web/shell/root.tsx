import { useEffect, useEffectEvent, useLayoutEffect, useRef, lazy, Suspense, useState } from 'react';
import { NavigationType, Outlet, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { readSettings, unauthenticated } from '#web/lib/api.ts';
import { BetaModeProvider } from '#web/lib/public-settings.tsx';
import { session } from '#web/lib/browser-session.ts';
import { RealtimeProvider } from '#web/lib/realtime.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { sessionTexts } from '#web/lib/session-store.ts';
import { AuthProvider } from '#web/lib/session.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useToasterStore } from 'react-hot-toast/headless';
import { ToastRegion } from '#web/ui/toast-region.tsx';
import { loginState } from './guards.tsx';
import { usePageViews } from '#web/lib/page-title.ts';

/** A 401 on any request sends the user to the login page. */
function useLoginWhenRefused() {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(
    () =>
      unauthenticated.listen(({ hadToken }) => {
        if (hadToken) showToast.error(sessionTexts.expired, 'session');
        if (location.pathname !== '/login') void navigate('/login', { replace: true, state: loginState(location) });
      }),
    [navigate, location],
  );
}

/** A followed link starts at the top; on Back the browser restores the scroll position. */
function useTopOfPage() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const restores = useEffectEvent(() => kind === NavigationType.Pop);
  const seen = useRef(pathname);
  useLayoutEffect(() => {
    if (seen.current !== pathname && !restores()) window.scrollTo(0, 0);
    seen.current = pathname;
  }, [pathname]);
}

function Routing() {
  useLoginWhenRefused();
  usePageViews();
  useTopOfPage();
  return <Outlet />;
}

export function Root() {
  return (
    <ErrorBoundary>
      <SWRConfig value={readSettings}>
        <AuthProvider session={session}>
          <BetaModeProvider>
            <RealtimeProvider>
              <Routing />
              <Toasts />
            </RealtimeProvider>
          </BetaModeProvider>
        </AuthProvider>
      </SWRConfig>
    </ErrorBoundary>
  );
}

const Toaster = lazy(async () => ({ default: (await import('#web/ui/toaster.tsx')).Toaster }));

/** Loaded with the first toast. Stays mounted from then on, because unmounting would unsubscribe from the store. */
function Toasts() {
  const { toasts } = useToasterStore();
  const [isWanted, setWanted] = useState(false);
  if (toasts.length > 0 && !isWanted) setWanted(true);
  return (
    <ToastRegion isEmpty={toasts.length === 0}>
      {isWanted ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </ToastRegion>
  );
}

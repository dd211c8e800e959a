import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { readSettings, unauthenticated } from '#web/lib/api.ts';
import { BetaModeProvider } from '#web/lib/beta.tsx';
import { session } from '#web/lib/browser-session.ts';
import { usePageViews } from '#web/lib/page-view.ts';
import { RealtimeProvider } from '#web/lib/realtime.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { sessionTexts } from '#web/lib/session-texts.ts';
import { AuthProvider } from '#web/lib/session.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { loginState } from './return-path.ts';
import { Toasts } from './toasts.tsx';

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

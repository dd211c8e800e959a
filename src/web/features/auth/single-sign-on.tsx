import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { singleSignOnRoutes } from '#shared/single-sign-on.ts';
import { call } from '#web/lib/api.ts';
import { messageOf, useAction } from '#web/lib/failure.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { sessionTexts } from '#web/lib/session-store.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { privateKey, sessionStore } from '#web/lib/storage.ts';
import { isLedBackTo, returnPath, LoadingScreen } from '#web/shell/guards.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailureAlert } from '#web/ui/field.tsx';
import { loginTexts } from './texts.ts';

const returnKey = privateKey('login-return');

/** Where the user wanted to go before the login elsewhere. */
function takeReturnPath(): string {
  const path = sessionStore.get(returnKey) ?? '';
  sessionStore.remove(returnKey);
  return isLedBackTo(path) ? path : '/dashboard';
}

/** The ways to log in without a password here; none on most instances. `isOnly`: goes on without a click. */
export function SingleSignOn({ isOnly = false }: { isOnly?: boolean }) {
  const { data } = usePublicSettings();
  const { adopt } = useAuth();
  const { state } = useLocation();
  const { isBusy, failure, start } = useAction();
  const isBegun = useRef(false);
  const toIssuer = async () => {
    const { url } = await call(singleSignOnRoutes.start, {});
    sessionStore.set(returnKey, returnPath(state));
    location.assign(url);
  };
  const byProxy = async () => {
    const result = await call(singleSignOnRoutes.proxy, {});
    adopt(result);
    showToast.success(sessionTexts.welcomeBack(result.user.username));
  };
  const { issuer = null, proxy = false } = data?.logIn ?? {};
  const go = useEffectEvent(() => void start(proxy ? byProxy : toIssuer));
  const goesOn = isOnly && (proxy || issuer !== null);
  useEffect(() => {
    // React runs effects twice in development.
    if (!goesOn || isBegun.current) return;
    isBegun.current = true;
    go();
  }, [goesOn]);
  if (!proxy && issuer === null) return null;
  return (
    <div className="mt-3 flex flex-col gap-3">
      {proxy ? (
        <Button variant="outline" size="lg" busy={isBusy} onClick={() => void start(byProxy)} className="w-full">
          {loginTexts.continueByProxy}
        </Button>
      ) : null}
      {issuer === null ? null : (
        <Button variant="outline" size="lg" busy={isBusy} onClick={() => void start(toIssuer)} className="w-full">
          {loginTexts.continueWith(issuer)}
        </Button>
      )}
      <FailureAlert failure={failure} />
    </div>
  );
}

/** The issuer redirects here after a login there. */
export function SingleSignOnCallback() {
  const { search } = useLocation();
  const { adopt } = useAuth();
  const navigate = useNavigate();
  const isBegun = useRef(false);
  const finish = useEffectEvent(async () => {
    try {
      const result = await call(singleSignOnRoutes.finish, { body: { query: search } });
      adopt(result);
      showToast.success(sessionTexts.welcomeBack(result.user.username));
      await navigate(takeReturnPath(), { replace: true });
    } catch (error) {
      await navigate('/login', { replace: true, state: { failure: messageOf(error) } });
    }
  });
  useEffect(() => {
    // The code works once, and React runs effects twice in development.
    if (isBegun.current) return;
    isBegun.current = true;
    void finish();
  }, []);
  return <LoadingScreen />;
}

import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { demoRoutes } from '#shared/demo.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { useAuth } from '#web/lib/session.tsx';
import { sessionTexts } from '#web/lib/session-texts.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';

/** Exchanges the code of a demo link for a session; the route guard then redirects to the dashboard. */
export function DemoSignIn({ code }: { code: string }) {
  const { adopt } = useAuth();
  const navigate = useNavigate();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    // The code works once, and React runs effects twice in development.
    if (asked.current === code) return;
    asked.current = code;
    call(demoRoutes.exchange, { body: { code } })
      .then((result) => {
        adopt(result);
        showToast.success(sessionTexts.welcomeBack(result.user.username));
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        showToast.error(error.message);
        void navigate('/login', { replace: true });
      });
  }, [code, adopt, navigate]);
  return <LoadingScreen />;
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { AuthLayout, FootLink } from '#web/features/auth/auth-layout.tsx';
import { callbackTexts as texts } from '#web/features/reddit-account/texts.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/failure.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Note } from '#web/ui/note.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { takeReturnPath, useAfterChange } from './connect.ts';

/** The error for a callback address that can't lead to a connection. */
function refusalOf(query: URLSearchParams): string | null {
  const error = query.get('error');
  if (error === 'access_denied') return texts.declined;
  if (error !== null) return texts.refused(error.slice(0, 60));
  return query.get('code') && query.get('state') ? null : texts.incomplete;
}

/** Reddit redirects here after the user allows or declines access. */
export function CallbackPage() {
  const [query] = useSearchParams();
  const { status } = useAuth();
  const navigate = useNavigate();
  const afterChange = useAfterChange();
  const [failure, setFailure] = useState(() => refusalOf(query));
  const isBegun = useRef(false);

  const finish = useEffectEvent(async () => {
    try {
      await call(redditAccountRoutes.callback, { body: { code: query.get('code') ?? '', state: query.get('state') ?? '' } });
      await afterChange();
      showToast.success(texts.done);
      await navigate(takeReturnPath(), { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
    }
  });
  useEffect(() => {
    // The code works once, and React runs effects twice in development.
    if (isBegun.current || failure !== null || status !== 'authenticated') return;
    isBegun.current = true;
    void finish();
  }, [failure, status]);

  const trouble = failure ?? (status === 'anonymous' ? texts.logIn : null);
  return (
    <AuthLayout title={texts.title} lead={trouble === null ? texts.lead : ''}>
      {trouble === null ? (
        <LoadingPane label={texts.working} />
      ) : (
        <Note tone="warn" className="mt-6">
          {trouble}
        </Note>
      )}
      <FootLink to="/dashboard/settings?tab=reddit">{status === 'anonymous' ? texts.toLogIn : texts.back}</FootLink>
    </AuthLayout>
  );
}

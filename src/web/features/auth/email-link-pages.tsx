import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { authRoutes } from '#shared/auth.ts';
import { call } from '#web/lib/api.ts';
import { basePath } from '#web/lib/base-path.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { emailLinkTexts as texts } from './texts.ts';

interface LinkPageProps {
  text: { title: string; lead: string; action: string };
  act: (token: string) => Promise<{ message: string }>;
}

/** Needs a click: email scanners open every link. */
function LinkPage({ text, act }: LinkPageProps) {
  const [query] = useSearchParams();
  const token = query.get('token');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(token ? null : texts.incomplete);
  const [done, setDone] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setDone((await act(token ?? '')).message);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AuthLayout title={text.title} lead={done ?? text.lead}>
      <div role="alert" className="mt-6 empty:hidden">
        {failure === null ? null : <Note tone="bad">{failure}</Note>}
      </div>
      {done === null ? (
        <Button size="lg" busy={busy} disabled={!token} onClick={() => void send()} className="mt-6 w-full">
          {text.action}
        </Button>
      ) : (
        // Loads the app anew: an open session has the old address.
        <Button asChild size="lg" variant="outline" className="mt-6 w-full">
          <a href={`${basePath}/dashboard`}>{texts.open}</a>
        </Button>
      )}
    </AuthLayout>
  );
}

export function ConfirmEmailPage() {
  return <LinkPage text={texts.confirm} act={(token) => call(authRoutes.confirmEmail, { body: { token } })} />;
}

export function UndoEmailChangePage() {
  return <LinkPage text={texts.undo} act={(token) => call(authRoutes.undoEmailChange, { body: { token } })} />;
}

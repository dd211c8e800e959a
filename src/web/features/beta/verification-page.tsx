import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { betaRoutes } from '#shared/beta.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { verifyTexts as texts } from './texts.ts';

/** Needs a click: email scanners open every link, and this one works only once. */
function Confirm({ token, onDone }: { token: string; onDone: (email: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onDone((await call(betaRoutes.verify, { body: { token } })).email);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.again);
      setBusy(false);
    }
  };
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      <div role="alert" className="mt-6 empty:hidden">
        {failure === null ? null : <Note tone="bad">{failure}</Note>}
      </div>
      <Button size="lg" busy={busy} onClick={() => void confirm()} className="mt-6 w-full">
        {texts.confirm}
      </Button>
      <p className="mt-5 text-13">
        <Link to="/beta-application" className="font-medium text-primary hover:underline">
          {texts.again}
        </Link>
      </p>
    </AuthLayout>
  );
}

export function VerificationPage() {
  const { token = '' } = useParams();
  const [email, setEmail] = useState<string | null>(null);
  if (email === null) return <Confirm token={token} onDone={setEmail} />;
  return (
    <AuthLayout title={texts.title} lead={texts.doneLead(email)}>
      <Button asChild size="lg" className="mt-6 w-full">
        <Link to="/register" state={{ invited: email }}>
          {texts.register}
        </Link>
      </Button>
    </AuthLayout>
  );
}

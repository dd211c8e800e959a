import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type MailLink, mailLinkRoutes } from '#shared/notify.ts';
import { type DismissReason, dismissReasons } from '#shared/posts.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { call, useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { linkTexts as texts } from './texts.ts';

function Done({ link: { action, about } }: { link: MailLink }) {
  return (
    <AuthLayout title={texts[action].done} lead={texts[action].doneLead(about)}>
      <Button asChild size="lg" variant="outline" className="mt-6 w-full">
        <Link to="/dashboard">{texts.open}</Link>
      </Button>
    </AuthLayout>
  );
}

/** Needs a click: email scanners open every link. */
function Ask({ token, link: { action, about }, onDone }: { token: string; link: MailLink; onDone: (link: MailLink) => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (reason?: DismissReason) => {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await call(mailLinkRoutes.act, { params: { token }, query: { reason } }));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.retry);
      setBusy(false);
    }
  };
  return (
    <AuthLayout title={texts[action].title} lead={texts[action].lead(about)}>
      <div role="alert" className="mt-6 empty:hidden">
        {failure === null ? null : <Note tone="bad">{failure}</Note>}
      </div>
      {action === 'unsubscribe' ? (
        <Button size="lg" busy={busy} onClick={() => void act()} className="mt-6 w-full">
          {texts.unsubscribe.act}
        </Button>
      ) : (
        <div className="mt-6 flex flex-col gap-2">
          {dismissReasons.map((reason) => (
            <Button key={reason} size="lg" variant="outline" disabled={busy} onClick={() => void act(reason)}>
              {texts['not-a-lead'].reasons[reason]}
            </Button>
          ))}
        </div>
      )}
    </AuthLayout>
  );
}

/** Target of the links in emails; works without logging in. */
export function EmailLinkPage() {
  const { token = '' } = useParams();
  const { data, error, mutate } = useApi(mailLinkRoutes.read, { params: { token } });
  const [done, setDone] = useState<MailLink | null>(null);
  if (error) {
    return (
      <AuthLayout title={texts.broken} lead={error.status === 404 ? texts.brokenLead : error.message}>
        <Button size="lg" variant="outline" className="mt-6 w-full" onClick={() => void mutate()}>
          {texts.retry}
        </Button>
      </AuthLayout>
    );
  }
  const link = done ?? data;
  if (!link) return <LoadingPane />;
  return link.done ? <Done link={link} /> : <Ask token={token} link={link} onDone={setDone} />;
}

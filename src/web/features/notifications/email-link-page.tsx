import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { type MailLink, mailLinkRoutes } from '#shared/mail-links.ts';
import { type DismissReason, dismissReasons } from '#shared/posts.ts';
import { ActionPage, AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { call, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FailureAlert } from '#web/ui/field.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { linkTexts as texts } from './texts.ts';

interface DoneProps {
  token: string;
  link: MailLink;
  onUndone: (link: MailLink) => void;
}

/** Whoever gets reports has no account to open, and can undo it only here. */
function Done({ token, link: { action, about }, onUndone }: DoneProps) {
  const { isBusy, failure, start } = useAction();
  const undo = async () => onUndone(await call(mailLinkRoutes.act, { params: { token }, query: { undo: 'true' } }));
  return (
    <AuthLayout title={texts[action].done} lead={texts[action].doneLead(about)}>
      <FailureAlert failure={failure} className="mt-6" />
      {action === 'stop-reports' ? (
        <Button size="lg" variant="outline" className="mt-6 w-full" busy={isBusy} onClick={() => void start(undo)}>
          {texts[action].undo}
        </Button>
      ) : (
        <ButtonLink size="lg" variant="outline" className="mt-6 w-full" to="/dashboard">
          {texts.open}
        </ButtonLink>
      )}
    </AuthLayout>
  );
}

/** Needs a click: email scanners open every link. */
function Ask({ token, link: { action, about }, onDone }: { token: string; link: MailLink; onDone: (link: MailLink) => void }) {
  const { isBusy, failure, start } = useAction();
  const act = async (reason?: DismissReason) => onDone(await call(mailLinkRoutes.act, { params: { token }, query: { reason } }));
  if (action !== 'not-a-lead')
    return <ActionPage title={texts[action].title} lead={texts[action].lead(about)} action={texts[action].act} onAct={() => act()} />;
  return (
    <AuthLayout title={texts[action].title} lead={texts[action].lead(about)}>
      <FailureAlert failure={failure} className="mt-6" />
      <div className="mt-6 flex flex-col gap-2">
        {dismissReasons.map((reason) => (
          <Button key={reason} size="lg" variant="outline" disabled={isBusy} onClick={() => void start(() => act(reason))}>
            {texts['not-a-lead'].reasons[reason]}
          </Button>
        ))}
      </div>
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
  return link.done ? <Done token={token} link={link} onUndone={setDone} /> : <Ask token={token} link={link} onDone={setDone} />;
}

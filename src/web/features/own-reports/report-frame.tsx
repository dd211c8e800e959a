import { HelpLink } from '#web/features/help/help-link.tsx';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RedditStatus } from '#shared/reddit-account.ts';
import { useLeaving } from '#web/lib/attempt.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { goToReddit } from '../reddit-account/connect.ts';
import { SetupSteps } from '../reddit-account/setup-steps.tsx';
import { frameTexts as texts } from './texts.ts';

interface FrameProps {
  page: { title: string; about: string; run: string; again: string; none: string; notConnected: string };
  state: {
    status: RedditStatus | undefined;
    report: unknown;
    history: unknown;
    error: Error | undefined;
    retry: () => void;
    retrying: boolean;
    busy: boolean;
    failure: string | null;
    make: () => Promise<void>;
  };
  /** The summary, once there is a report. */
  lead: ReactNode;
  children: ReactNode;
}

function ConnectButton({ label, outline = false }: { label: string; outline?: boolean }) {
  const [leaving, leave] = useLeaving();
  return (
    <Button variant={outline ? 'outline' : 'default'} busy={leaving !== null} onClick={() => void leave('read', () => goToReddit('read'))}>
      {label}
    </Button>
  );
}

function NotConnected({ status, text }: { status: RedditStatus; text: string }) {
  if (status.setup)
    return (
      <>
        <EmptyState help={<HelpLink topic="replies" section="Connect a Reddit account" />}>{text}</EmptyState>
        <SetupSteps heading="h2" setup={status.setup} className="mx-auto max-w-160" />
      </>
    );
  return (
    <EmptyState
      help={<HelpLink topic="replies" section="Connect a Reddit account" />}
      action={<ConnectButton label={status.needsReconnect ? texts.reconnect : texts.connect} />}
    >
      {text}
    </EmptyState>
  );
}

function Body({ page, state, children }: Omit<FrameProps, 'lead'>) {
  const { status, report, history, busy } = state;
  if (state.error)
    return (
      <ErrorState onRetry={state.retry} retrying={state.retrying}>
        {texts.failed} {state.error.message}
      </ErrorState>
    );
  if (!status || report === undefined || history === undefined) return <PageSkeleton />;
  if (report !== null) return children;
  if (!status.connected) return <NotConnected status={status} text={page.notConnected} />;
  const run = (
    <Button busy={busy} onClick={() => void state.make()}>
      {page.run}
    </Button>
  );
  return busy ? null : (
    <EmptyState action={run} help={<HelpLink topic="replies" section="Connect a Reddit account" />}>
      {page.none}
    </EmptyState>
  );
}

/** Frame of a report page: handles not connected, none yet, running, failed and loaded. */
export function ReportFrame({ page, state, lead, children }: FrameProps) {
  const { status, report, busy, failure } = state;
  const hasReport = report !== null && report !== undefined && status !== undefined;
  const again = (
    <Button variant="outline" icon={RefreshCw} busy={busy} onClick={() => void state.make()}>
      {page.again}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={page.title} lead={hasReport ? lead : page.about} actions={hasReport && status.connected ? again : null} />
      <div className="flex flex-col gap-4 empty:hidden" aria-live="polite">
        {busy ? (
          <div>
            <p className="mb-2 text-13 text-soft-text">{texts.working}</p>
            <Progress label={texts.working} value={null} />
          </div>
        ) : null}
        {failure === null ? null : (
          <Note tone="bad">
            {texts.runFailed} {failure} {hasReport ? texts.kept : null}
          </Note>
        )}
        {hasReport && !status.connected ? (
          <Note tone="warn" action={<ConnectButton label={texts.reconnect} outline />}>
            {texts.ended}
          </Note>
        ) : null}
      </div>
      <div className="mt-6">
        <Body page={page} state={state}>
          {children}
        </Body>
      </div>
    </Page>
  );
}

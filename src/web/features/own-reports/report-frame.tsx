import { HelpLink } from '#web/features/help/help-link.tsx';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Quote } from '#shared/health.ts';
import { type RedditStatus, redditAccountRoutes } from '#shared/reddit-account.ts';
import type { CallInput, Route } from '#shared/route.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { subredditName } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '#web/ui/states.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { externalUrl, externalRel } from '../../lib/external-link.ts';
import { AccountChoice, ConnectButton, NotConnected, type OwnAccounts, useOwnAccounts } from './account.tsx';
import { frameTexts as texts } from './texts.ts';

interface ReportRoutes<R extends Route, L extends Route, H extends Route> {
  run: R;
  latest: L;
  history: H;
  /** For the request that creates a report. */
  query?: Record<string, string>;
}

/** The latest report with its history and connection, and a way to run a new one. `report` is undefined while loading, null before the first. */
export function useReport<R extends Route, L extends Route, H extends Route>({ run, latest, history, query }: ReportRoutes<R, L, H>) {
  const status = useApi(redditAccountRoutes.status, { query: {} });
  const accounts = useOwnAccounts();
  const of = { query: { account: accounts.asked } };
  const report = useApi(latest, of as CallInput<L>);
  const past = useApi(history, of as CallInput<H>);
  const { isBusy, failure, start } = useAction();
  const reads = [status, report, past];

  const make = async () => {
    const isMade = await start(async () => {
      await report.mutate(await call(run, { query: { ...query, ...of.query } } as CallInput<R>), { revalidate: false });
      await past.mutate();
    });
    if (!isMade) void status.mutate();
  };
  return {
    status: status.data,
    report: report.data,
    history: past.data,
    error: reads.find(({ data, error }) => data === undefined && error)?.error,
    retry: () => reads.forEach(({ mutate }) => void mutate()),
    retrying: reads.some(({ isValidating }) => isValidating),
    busy: isBusy,
    failure,
    make,
    accounts,
  };
}

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
    accounts: OwnAccounts;
  };
  /** The summary, once there is a report. */
  lead: ReactNode;
  children: ReactNode;
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
      <AccountChoice accounts={state.accounts} />
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

/** Quotes from the user's own posts, each with a link. */
export function Quotes({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {quotes.map(({ fullname, subreddit, createdAt, permalink, text }) => {
        const href = externalUrl(permalink);
        return (
          <li key={fullname} className="border-l-2 border-line pl-3">
            <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted">
              {subredditName(subreddit)}
              <TimeAgo at={createdAt} />
              {href ? (
                <a
                  href={href}
                  target="_blank"
                  rel={externalRel}
                  className="inline-flex items-center font-medium text-primary underline-offset-3 hover:underline max-md:min-h-10"
                >
                  {texts.open}
                </a>
              ) : null}
            </p>
            <p className="mt-0.5 max-w-[68ch] text-13 wrap-anywhere text-soft-text">{t('“{text}”', { text })}</p>
          </li>
        );
      })}
    </ul>
  );
}

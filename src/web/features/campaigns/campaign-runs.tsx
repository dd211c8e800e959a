import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type Campaign, campaignRoutes, type Run } from '#shared/campaigns.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useListing } from '#web/features/inbox/list/use-listing.ts';
import { fullNumber, decimal } from '#web/lib/format.ts';
import { inSentence, tSent } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Note } from '#web/ui/note.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '#web/ui/states.tsx';
import { type DotTone, Status } from '#web/ui/status-dot.tsx';
import { streamNameInRun, streamTones } from './stream-labels.ts';
import { runStateLabels, stateLabels, texts } from './texts.ts';

/** "0.4 s", "42 s", "3 min 20 s": the duration of a run. */
export function formatDuration(from: string, to: string): string {
  const seconds = Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
  if (seconds < 10) return `${decimal(seconds, 1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${String(whole)} s`;
  const rest = whole % 60;
  return `${String(Math.floor(whole / 60))} min${rest === 0 ? '' : ` ${String(rest)} s`}`;
}

const runTones: Record<Run['state'], DotTone> = { running: 'new', ok: 'good', partial: 'warn', failed: 'bad' };

export function CampaignRuns({ campaign }: { campaign: Campaign }) {
  const runs = useListing({ route: campaignRoutes.runs, input: { params: { id: campaign.id }, query: {} }, isHeld: false });
  if (!runs.items) {
    if (!runs.error) return <TableSkeleton rows={6} columns={6} />;
    return (
      <ErrorState onRetry={() => void runs.refresh()}>
        {texts.runsFailed} {runs.error.message}
      </ErrorState>
    );
  }
  if (runs.items.length === 0) return <EmptyState help={<HelpLink topic="sources" section="Coverage" />}>{texts.runsEmpty}</EmptyState>;
  return (
    <>
      <ul>
        {runs.items.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      {runs.hasMore ? (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button variant="outline" size="sm" busy={runs.isLoadingMore} onClick={runs.loadMore}>
            {texts.earlier}
          </Button>
          {runs.total === null ? null : (
            <span className="text-12 text-muted tabular-nums">{texts.runsPart(runs.items.length, runs.total)}</span>
          )}
        </div>
      ) : null}
    </>
  );
}

function RunRow({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  const { counts } = run;
  const columns = texts.runColumns;
  const figures: [string, number][] = [
    [columns.fetched, counts.heard],
    [columns.new, counts.new],
    [columns.filtered, counts.filtered],
    [columns.matched, counts.matched],
    [columns.posts, counts.posts],
    [columns.leads, counts.leads],
  ];
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 grid w-[calc(100%+16px)] rounded-md px-2 grid-cols-[16px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-2.5 text-left text-13 -outline-offset-2 hover:bg-hover md:grid-cols-[16px_112px_128px_minmax(0,1fr)_72px]"
      >
        <ChevronRight aria-hidden className={cx('size-3.5 text-muted transition-transform', isOpen && 'rotate-90')} />
        <TimeAgo at={run.startedAt} className="font-medium" />
        <span className="max-md:col-start-2">
          <Status tone={runTones[run.state]} colored>
            {runStateLabels[run.state]}
          </Status>
        </span>
        <span className="flex flex-wrap gap-x-4 text-muted max-md:col-start-2">
          {figures.map(([name, count]) => (
            <span key={name} className="whitespace-nowrap tabular-nums">
              <span className={count > 0 ? 'font-medium text-text' : ''}>{fullNumber(count)}</span> {inSentence(name)}
            </span>
          ))}
        </span>
        <span className="text-right text-12 text-muted tabular-nums max-md:hidden">
          {run.finishedAt ? formatDuration(run.startedAt, run.finishedAt) : ''}
        </span>
      </button>
      {isOpen ? <RunDetails run={run} /> : null}
    </li>
  );
}

function RunDetails({ run }: { run: Run }) {
  const reasons = Object.entries(run.filtered).toSorted(([, a], [, b]) => b - a);
  return (
    <div className="grid gap-x-12 gap-y-5 pt-1 pb-5 pl-7 text-13 md:grid-cols-2 max-md:pl-0">
      {run.error ? (
        <Note tone={run.state === 'failed' ? 'bad' : 'warn'} className="md:col-span-2">
          {tSent(run.error)}
        </Note>
      ) : null}
      <section>
        <h2 className="mb-1.5 text-12 font-medium text-muted">{texts.filteredBy}</h2>
        {reasons.length === 0 ? <p className="text-muted">{texts.filteredNone}</p> : null}
        <dl>
          {reasons.map(([reason, count]) => (
            <div key={reason} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-b-0">
              <dt>{tSent(reason)}</dt>
              <dd className="tabular-nums">{fullNumber(count)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2 className="mb-1.5 text-12 font-medium text-muted">{texts.perStream}</h2>
        <ul>
          {run.perSubreddit.map((stream) => (
            <li
              key={stream.name}
              className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-baseline gap-x-4 border-b border-line py-1.5 last:border-b-0"
            >
              <bdi className="truncate font-medium">{streamNameInRun(stream.name, stream.title, stream.source)}</bdi>
              <span className="tabular-nums">{stream.items > 0 ? texts.read(stream.items) : ''}</span>
              <Status tone={streamTones[stream.state]} colored>
                {stateLabels[stream.state]}
              </Status>
              {stream.error ? <span className="col-span-3 text-12 text-muted">{tSent(stream.error)}</span> : null}
            </li>
          ))}
        </ul>
        <p className="mt-2 text-12 text-muted">
          {texts.source}: {run.source}
        </p>
      </section>
    </div>
  );
}

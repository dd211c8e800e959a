import { Play, RotateCw } from 'lucide-react';
import { adminRoutes, type JobOverview } from '#shared/admin.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/failure.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo, useMinute } from '#web/lib/time-ago.tsx';
import { tSent } from '#web/lib/language.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { type Column, HiddenHeader, Table } from '#web/ui/table.tsx';
import { jobTexts as texts, never } from './texts.ts';

function State({ job }: { job: JobOverview }) {
  if (job.running)
    return (
      <Badge tone="primary" live>
        {texts.running}
      </Badge>
    );
  if (job.lastError !== null)
    return (
      <Badge tone="bad" title={tSent(job.lastError)}>
        {texts.failed}
      </Badge>
    );
  return job.lastSuccessAt ? <Badge tone="good">{texts.ok}</Badge> : <Badge>{texts.waiting}</Badge>;
}

function RunButton({ job: { name, running, lastError } }: { job: JobOverview }) {
  const [busy, start] = useAttempt();
  const run = async () => {
    const { state, error } = await call(adminRoutes.runJob, { params: { name } });
    if (state === 'failed') showToast.error(texts.failedWith(name, tSent(error ?? '')));
    else showToast.success(state === 'done' ? texts.done(name) : texts.goesOn(name));
  };
  return (
    <Button
      size="sm"
      variant="outline"
      icon={lastError === null ? Play : RotateCw}
      busy={busy}
      disabled={running}
      aria-label={lastError === null ? texts.runNamed(name) : texts.retryNamed(name)}
      onClick={() => void start(run).then(() => markStale(['/admin/jobs', '/admin/overview']))}
    >
      {lastError === null ? texts.run : texts.retry}
    </Button>
  );
}

/** A job that is due runs with the scheduler's next tick. */
function NextRun({ at }: { at: string }) {
  return Date.parse(at) <= useMinute() ? texts.due : <TimeAgo at={at} />;
}

const summaryOf = ({ lastSummary, lastError }: JobOverview): string =>
  lastError !== null
    ? tSent(lastError)
    : Object.entries(lastSummary)
        .map(([key, value]) => `${key} ${String(value)}`)
        .join(', ');

const columns: readonly Column<JobOverview>[] = [
  {
    key: 'name',
    header: texts.columns.name,
    render: ({ name, about }) => (
      <span className="block min-w-24 py-1">
        <b className="block font-medium">{name}</b>
        <span className="block text-12 text-muted">{tSent(about)}</span>
      </span>
    ),
  },
  {
    key: 'schedule',
    header: texts.columns.schedule,
    optional: true,
    render: ({ schedule }) => <code className="text-12 whitespace-nowrap">{schedule}</code>,
  },
  {
    key: 'state',
    header: texts.columns.state,
    render: (job) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
        <State job={job} />
        <span className="text-12 text-muted wrap-anywhere">{summaryOf(job)}</span>
        {job.gaveUp !== null && (
          <span className="text-12 text-muted">
            {texts.gaveUp(job.gaveUp.attempts)} <TimeAgo at={job.gaveUp.at} />
          </span>
        )}
        {job.lastError !== null && !job.running && job.nextRunAt !== null && (
          <span className="text-12 text-muted">
            {texts.nextTry} <NextRun at={job.nextRunAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'last',
    header: texts.columns.last,
    figures: true,
    optional: true,
    render: ({ lastSuccessAt }) => (lastSuccessAt ? <TimeAgo at={lastSuccessAt} /> : never),
  },
  {
    key: 'next',
    header: texts.columns.next,
    figures: true,
    optional: true,
    render: ({ nextRunAt }) => (nextRunAt ? <NextRun at={nextRunAt} /> : never),
  },
  { key: 'run', header: <HiddenHeader>{texts.columns.actions}</HiddenHeader>, figures: true, render: (job) => <RunButton job={job} /> },
];

export function Jobs() {
  const answer = useApi(adminRoutes.jobs, {}, { refreshInterval: 10_000 });
  return (
    <Loaded answer={answer} skeleton={<TableSkeleton columns={6} />}>
      {({ items }) => <Table caption={texts.caption} columns={columns} rows={items} rowKey={({ name }) => name} />}
    </Loaded>
  );
}

import { healthLevels, healthRoutes, type Health, type HealthHistory, type HealthKey } from '#shared/health.ts';
import { authorName } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Level } from '#web/ui/checks.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { HealthCheckRow, lookOf } from './health-check.tsx';
import { HealthHistoryTable } from './health-history.tsx';
import { ReportFrame } from './report-frame.tsx';
import { frameTexts, healthTexts as texts } from './texts.ts';
import { useReport } from './use-report.ts';

const marks = { act: 'bg-bad-mark', watch: 'bg-warn-mark', ok: 'bg-good-mark', unknown: 'bg-border' };

/** The number of checks per level, as bars and as text. */
function Tally({ counts }: Pick<Health, 'counts'>) {
  const present = healthLevels.filter((level) => counts[level] > 0);
  return (
    <div className="border-b border-line pb-3">
      <div role="img" aria-label={texts.tally(counts)} className="flex h-1.5 gap-0.5">
        {present.map((level) => (
          <span key={level} className={cx('rounded-xs', marks[level])} style={{ flex: counts[level] }} />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {present.map((level) => (
          <Level key={level} level={lookOf[level]}>
            <span className="tabular-nums">{counts[level]}</span> {texts.counts[level]}
          </Level>
        ))}
      </div>
    </div>
  );
}

/** One figure from all reports that have it, oldest first. */
const trendOf = ({ items }: HealthHistory, key: HealthKey): number[] =>
  items.flatMap(({ values }) => values.find((one) => one.key === key)?.value ?? []).toReversed();

function Report({ health, history }: { health: Health; history: HealthHistory }) {
  const checks = healthLevels.flatMap((level) => health.checks.filter((check) => check.level === level));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]">
      <section aria-label={health.message} className="min-w-0">
        {health.error === null ? null : (
          <Note tone="warn" className="mb-4">
            {frameTexts.older(health.error)}
          </Note>
        )}
        <Tally counts={health.counts} />
        <h2 className="sr-only">{health.message}</h2>
        <ul>
          {checks.map((check) => (
            <HealthCheckRow key={check.key} check={check} trend={trendOf(history, check.key)} />
          ))}
        </ul>
      </section>
      <aside className="flex min-w-0 flex-col gap-10">
        <HealthHistoryTable items={history.items} />
        <Section title={frameTexts.howTo}>
          <p className="pt-3 text-13 text-muted">{texts.how}</p>
        </Section>
      </aside>
    </div>
  );
}

export function HealthPage() {
  usePageTitle(texts.title);
  const state = useReport({ run: healthRoutes.current, latest: healthRoutes.latest, history: healthRoutes.history, input: {} });
  const { report, history } = state;
  const lead = report ? (
    <>
      {report.message} {texts.of(report.sampleSize, authorName(report.username))} {texts.checked} <TimeAgo at={report.createdAt} />.
    </>
  ) : null;
  return (
    <ReportFrame page={texts} state={state} lead={lead}>
      {report && history ? <Report health={report} history={history} /> : null}
    </ReportFrame>
  );
}

import {
  healthLevels,
  healthRoutes,
  type Health,
  type HealthHistory,
  type HealthKey,
  type HealthCheck,
  type HealthLevel,
} from '#shared/health.ts';
import { authorName } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { tSent } from '#web/lib/language.ts';
import { Level, type CheckLevel } from '#web/ui/checks.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { ReportFrame, useReport, Quotes } from './report-frame.tsx';
import { frameTexts, healthTexts as texts } from './texts.ts';
import { ArrowRight } from 'lucide-react';
import { Sparkline } from '#web/ui/chart.tsx';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

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
      <section aria-label={tSent(health.message)} className="min-w-0">
        {health.error === null ? null : (
          <Note tone="warn" className="mb-4">
            {frameTexts.older(tSent(health.error))}
          </Note>
        )}
        <Tally counts={health.counts} />
        <h2 className="sr-only">{tSent(health.message)}</h2>
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
  const state = useReport({ run: healthRoutes.current, latest: healthRoutes.latest, history: healthRoutes.history });
  const { report, history } = state;
  const lead = report ? (
    <>
      {tSent(report.message)} {texts.of(report.sampleSize, authorName(report.username))} {texts.checked} <TimeAgo at={report.createdAt} />.
    </>
  ) : null;
  return (
    <ReportFrame page={texts} state={state} lead={lead}>
      {report && history ? <Report health={report} history={history} /> : null}
    </ReportFrame>
  );
}

const lookOf: Record<HealthLevel, CheckLevel> = { act: 'bad', watch: 'warn', ok: 'ok', unknown: 'unknown' };

/** `trend`: its values in earlier reports, oldest first. */
function HealthCheckRow({ check, trend }: { check: HealthCheck; trend: readonly number[] }) {
  const { key, level, message: words, advice, figure, evidence } = check;
  const name = texts.checks[key];
  return (
    <li className="grid grid-cols-[88px_minmax(0,1fr)_auto] gap-x-4 border-b border-line py-4 last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="max-md:col-span-2 max-md:mb-1">
        <Level level={lookOf[level]} />
      </div>
      <div className="min-w-0">
        <h3 className="text-14 font-semibold">{name}</h3>
        <p className="mt-0.5 max-w-[68ch] wrap-anywhere text-soft-text">{tSent(words)}</p>
        {advice ? (
          <p className="mt-1.5 flex max-w-[68ch] gap-1.5 text-13">
            <ArrowRight aria-hidden className="mt-0.5 size-4 flex-none text-primary" />
            <span>{tSent(advice)}</span>
          </p>
        ) : null}
        {evidence.length > 0 ? (
          <details className="mt-2 text-13">
            <summary className="w-fit rounded-sm font-medium text-primary underline-offset-3 hover:underline max-md:py-2.5">
              {frameTexts.evidence(evidence.length)}
              <span className="sr-only">: {name}</span>
            </summary>
            <div className="mt-2">
              <Quotes quotes={evidence} />
            </div>
          </details>
        ) : null}
      </div>
      <div className="flex w-24 flex-col items-end text-right text-13 font-medium tabular-nums">
        {level === 'unknown' ? <span className="text-muted">–</span> : tSent(figure)}
        {level !== 'unknown' && trend.length > 1 ? (
          <Sparkline values={trend} label={texts.trendOf(name, trend.length)} className="mt-1" />
        ) : null}
      </div>
    </li>
  );
}

type Row = HealthHistory['items'][number];
const shownAtFirst = 7;

const level = (key: 'act' | 'watch' | 'ok', tone: string): Column<Row> => ({
  key,
  header: texts.columns[key],
  figures: true,
  render: ({ counts }) => (
    <span className={cx(counts[key] > 0 ? tone : 'text-muted', key === 'act' && counts.act > 0 && 'font-medium')}>{counts[key]}</span>
  ),
});
const columns: readonly Column<Row>[] = [
  { key: 'date', header: frameTexts.date, render: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" /> },
  level('act', 'text-bad'),
  level('watch', 'text-warn'),
  level('ok', 'text-text'),
];

function HealthHistoryTable({ items }: { items: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const more =
    items.length > shownAtFirst && !all ? (
      <Button variant="link" onClick={() => setAll(true)}>
        {texts.all(items.length)}
      </Button>
    ) : null;
  return (
    <Section title={frameTexts.earlier} aside={more}>
      <Table
        caption={frameTexts.earlier}
        columns={columns}
        rows={all ? items : items.slice(0, shownAtFirst)}
        rowKey={({ id }) => id}
        className="mt-1 max-h-140 overflow-y-auto"
      />
    </Section>
  );
}

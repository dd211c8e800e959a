import { vibeRoutes, type Vibe, type VibeFindings, type VibeHistory } from '#shared/vibe.ts';
import { authorName, fullNumber } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { locale, tSent } from '#web/lib/language.ts';
import { ReportFrame, useReport } from './report-frame.tsx';
import { frameTexts, vibeTexts as texts } from './texts.ts';
import {
  HoursSection,
  ToneSection,
  TopicsSection,
  plainNumber,
  formatSample,
  formatShare,
  CommunitiesSection,
  FiguresSection,
} from './vibe-sections.tsx';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

const dateOf = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleDateString(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone });

function leadOf({ posts, comments, username, from, to, zone, capped }: Vibe): string {
  const made = texts.of(posts, comments, authorName(username));
  const when = from && to ? texts.between(dateOf(from, zone), dateOf(to, zone)) : '.';
  return [`${made}${when}`, capped ? texts.capped : ''].join(' ').trim();
}

function Findings({ findings, zone }: { findings: VibeFindings; zone: string }) {
  return (
    <>
      <FiguresSection findings={findings} />
      <CommunitiesSection findings={findings} />
      <HoursSection hours={findings.hours} zone={zone} />
      <TopicsSection topics={findings.topics} />
    </>
  );
}

function Report({ vibe, history }: { vibe: Vibe; history: VibeHistory }) {
  const { findings, zone, hidden, sampleSize, missing, error } = vibe;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_352px]">
      <div className="flex min-w-0 flex-col gap-10">
        {error === null ? null : <Note tone="warn">{frameTexts.older(tSent(error))}</Note>}
        {findings ? <Findings findings={findings} zone={zone} /> : <Note>{hidden ? texts.hidden : texts.few(sampleSize, missing)}</Note>}
      </div>
      <aside className="flex min-w-0 flex-col gap-10">
        {findings ? <ToneSection tone={findings.tone} /> : null}
        <VibeHistorySections items={history.items} />
        <Section title={frameTexts.howTo}>
          <p className="pt-3 text-13 text-muted">{texts.how}</p>
        </Section>
      </aside>
    </div>
  );
}

export function VibePage() {
  usePageTitle(texts.title);
  const state = useReport({
    run: vibeRoutes.analyze,
    latest: vibeRoutes.latest,
    history: vibeRoutes.history,
    query: { zone: browserTimeZone() },
  });
  const { report, history } = state;
  return (
    <ReportFrame page={texts} state={state} lead={report ? leadOf(report) : null}>
      {report && history ? <Report vibe={report} history={history} /> : null}
    </ReportFrame>
  );
}

type Row = VibeHistory['items'][number];
const shown = 8;
const drawn = 30;

/** The table is beside the report, where long headers need two lines. */
const wrapped = (header: string) => <span className="inline-block whitespace-normal">{header}</span>;

const columns: readonly Column<Row>[] = [
  { key: 'date', header: frameTexts.date, render: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" /> },
  { key: 'items', header: frameTexts.items, figures: true, render: ({ sampleSize }) => fullNumber(sampleSize) },
  { key: 'scores', header: wrapped(texts.medianScore), figures: true, render: ({ scores }) => (scores ? plainNumber(scores.median) : '–') },
  {
    key: 'promotion',
    header: wrapped(texts.promotion),
    figures: true,
    render: ({ promotion }) => (promotion ? <span title={formatSample(promotion)}>{formatShare(promotion)}</span> : '–'),
  },
];

const dayOf = (iso: string): string => new Date(iso).toLocaleDateString(locale, { day: 'numeric', month: 'short' });

function VibeHistorySections({ items }: { items: readonly Row[] }) {
  // Only the newest of each day, so that repeated runs on one day don't push out earlier months.
  const byDay = new Map(
    items
      .filter(({ scores }) => scores !== null)
      .toReversed()
      .map((item) => [item.createdAt.slice(0, 10), item]),
  );
  const claimed = [...byDay.values()].slice(-drawn);
  return (
    <>
      <Section title={frameTexts.earlier}>
        <Table caption={frameTexts.earlier} columns={columns} rows={items.slice(0, shown)} rowKey={({ id }) => id} className="mt-1" />
      </Section>
      {claimed.length > 1 ? (
        <Section title={texts.trend}>
          <div className="pt-3">
            <Chart
              kind="line"
              caption={texts.trendCaption}
              axis={texts.report}
              series={[texts.scores]}
              rows={claimed.map(({ createdAt, scores, sampleSize }) => ({
                label: `${dayOf(createdAt)} (${fullNumber(sampleSize)})`,
                values: [scores?.median ?? null],
              }))}
              format={plainNumber}
              height={160}
            />
          </div>
        </Section>
      ) : null}
    </>
  );
}

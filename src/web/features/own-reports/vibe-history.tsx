import type { VibeHistory } from '#shared/vibe.ts';
import { fullNumber } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { frameTexts, vibeTexts as texts } from './texts.ts';
import { plainNumber, formatSample, formatShare } from './format-share.ts';

type Row = VibeHistory['items'][number];
const shown = 8;
const drawn = 30;

const columns: readonly Column<Row>[] = [
  { key: 'date', header: frameTexts.date, render: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" /> },
  { key: 'items', header: frameTexts.items, figures: true, render: ({ sampleSize }) => fullNumber(sampleSize) },
  { key: 'scores', header: texts.medianScore, figures: true, render: ({ scores }) => (scores ? plainNumber(scores.median) : '–') },
  {
    key: 'promotion',
    header: texts.promotion,
    figures: true,
    render: ({ promotion }) => (promotion ? <span title={formatSample(promotion)}>{formatShare(promotion)}</span> : '–'),
  },
];

const dayOf = (iso: string): string => new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

export function VibeHistorySections({ items }: { items: readonly Row[] }) {
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

import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { EmptyState, ErrorState, ListSkeleton, PageSkeleton, TableSkeleton } from '#web/ui/states.tsx';
import { Funnel } from '#web/ui/funnel.tsx';
import { HeatLegend, HeatMap } from '#web/ui/heat-map.tsx';
import { Delta, Facts, Figures } from '#web/ui/facts.tsx';
import { Score } from '#web/ui/score.tsx';
import { Section, SectionHeading } from '#web/ui/page.tsx';
import { Kit } from './kit.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { VirtualList } from '#web/ui/virtual-list.tsx';

interface Sample {
  title: string;
  subreddit: string;
  age: number;
  score: number;
}
const samples: Sample[] = [
  { title: 'First year solo: what would you set up on day one?', subreddit: 'r/smallbusiness', age: 5, score: 79 },
  { title: 'My accountant wants one export a month', subreddit: 'r/bookkeeping', age: 7, score: 76 },
  { title: 'Do reminder emails work?', subreddit: 'r/webdev', age: 9, score: 61 },
];

export function TableKit() {
  const columns: Column<Sample>[] = [
    { key: 'title', header: 'Post', render: ({ title }) => title },
    { key: 'subreddit', header: 'Subreddit', optional: true, render: ({ subreddit }) => subreddit },
    { key: 'age', header: 'Age', figures: true, render: ({ age }) => `${age} h ago` },
    { key: 'score', header: 'Score', figures: true, render: ({ score }) => <Score value={score} /> },
  ];
  return (
    <Kit title="Table" note="Rest, hover">
      <Table caption="Posts" columns={columns} rows={samples} rowKey={({ title }) => title} />
    </Kit>
  );
}

const many = Array.from({ length: 10_000 }, (_, index) => index + 1);

export function VirtualListKit() {
  const [active, setActive] = useState<number | null>(null);
  return (
    <Kit title="Virtual list" note="Ten thousand rows">
      <div className="flex gap-2">
        <Button variant="outline" onClick={() => setActive(9_999)}>
          To the last
        </Button>
        <Button variant="outline" onClick={() => setActive(0)}>
          To the first
        </Button>
      </div>
      <VirtualList label="Sample rows" items={many} itemKey={String} rowHeight={41} activeIndex={active} className="h-50 rounded-lg border">
        {(row) => <div className="flex h-10 items-center gap-3 border-b border-line px-4">Row {row.toLocaleString('en')}</div>}
      </VirtualList>
    </Kit>
  );
}

const days = Array.from({ length: 30 }, (_, day) => {
  const leads = 6 + Math.round(5 * Math.sin(day / 4) + (day % 3));
  return { label: `${day + 1} Nov`, values: [leads, Math.round(leads / 2.2)] };
});

export function ChartKit() {
  return (
    <Kit title="Chart" note="A table stands behind each">
      <Chart kind="overlap" caption="Leads and answered leads a day, 30 days" axis="Day" series={['Leads', 'Answered']} rows={days} />
      <div className="grid grid-cols-2 gap-8 max-lg:grid-cols-1">
        <Chart
          kind="line"
          caption="Leads a day by campaign"
          axis="Day"
          series={['Late invoices', 'Off Tallybird']}
          rows={days}
          height={160}
        />
      </div>
    </Kit>
  );
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const week = weekdays.map((_, day) => hours.map((_hour, hour) => Math.max(0, Math.round(6 * Math.sin((hour - 5) / 4) + (day % 3)))));
const stages = [
  { key: 'read', name: 'Read', count: 86_420, value: '86,420' },
  { key: 'kept', name: 'Kept', count: 1187, value: '1,187', share: '1.4%' },
  { key: 'leads', name: 'Leads', count: 285, value: '285', share: '24%' },
  { key: 'won', name: 'Won', count: 9, value: '9', share: '3.2%' },
];

export function FunnelKit() {
  return (
    <Kit title="Funnel" note="Bars on a log scale">
      <Funnel caption="From read to won" stages={stages} onSelect={() => {}} />
    </Kit>
  );
}

export function HeatMapKit() {
  return (
    <Kit title="Heat map" note="Shades by quarters of the maximum">
      <HeatLegend fewer="fewer" more="more" />
      <HeatMap
        caption="Leads by weekday and hour"
        rows={weekdays}
        columns={hours}
        labelEvery={3}
        cells={week}
        titleOf={(row, column) => `${weekdays[row] ?? ''} ${String(column)}:00, ${String(week[row]?.[column] ?? 0)} leads`}
        marked={{ row: 4, column: 11 }}
      />
      <HeatMap
        caption="Nothing yet"
        rows={weekdays.slice(0, 2)}
        columns={hours}
        labelEvery={3}
        cells={[[], []]}
        titleOf={() => 'No leads'}
      />
    </Kit>
  );
}

export function FactsKit() {
  return (
    <Kit title="Section, figures, facts">
      <SectionHeading level={3} aside="last 30 days">
        Dry run
      </SectionHeading>
      <Figures
        figures={[
          { value: '285', label: 'leads', aside: <Delta value={18}>18 %</Delta> },
          {
            value: '138',
            label: 'answered',
            aside: (
              <Delta value={9} meaning="better">
                9 %
              </Delta>
            ),
          },
          { value: '84%', label: 'good matches, last 50', title: '42 of 50' },
          { value: '47 min', label: 'until you saw it (median)', aside: <Delta value={-4} meaning="better" /> },
        ]}
      />
      <Section title="Facts" level={3}>
        <Facts
          className="mt-3"
          facts={[
            { name: 'Source', value: 'RSS, one request a minute' },
            { name: 'Newest item', value: '3 min ago' },
          ]}
        />
      </Section>
    </Kit>
  );
}

export function ListStateKit() {
  const box = 'flex min-h-55 flex-col justify-center overflow-hidden rounded-lg border';
  return (
    <Kit title="List states" note="Loading, empty, failed">
      <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-2 max-md:grid-cols-1">
        <div className={box}>
          <ListSkeleton rows={3} />
        </div>
        <div className={box}>
          <EmptyState action={<Button variant="outline">Run now</Button>}>No posts yet. The first run is in 6 minutes.</EmptyState>
        </div>
        <div className={box}>
          <ErrorState onRetry={() => undefined}>The list could not be loaded: the server did not answer within 20 s.</ErrorState>
        </div>
        <div className={box}>
          <LoadingPane />
        </div>
        <div className={`${box} px-4`}>
          <TableSkeleton rows={4} />
        </div>
        <div className={`${box} p-4`}>
          <PageSkeleton />
        </div>
      </div>
    </Kit>
  );
}

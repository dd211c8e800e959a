import { useState } from 'react';
import type { HealthHistory } from '#shared/health.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Section } from '#web/ui/section.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { frameTexts, healthTexts as texts } from './texts.ts';

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

export function HealthHistoryTable({ items }: { items: readonly Row[] }) {
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

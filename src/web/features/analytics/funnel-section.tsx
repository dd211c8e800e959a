import { funnelSteps } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import { Funnel } from '#web/ui/funnel.tsx';
import type { Column } from '#web/ui/table.tsx';
import type { ChartPartProps } from './section-props.ts';
import { stepNames, texts } from './texts.ts';
import { formatShare } from './format.ts';

interface Row {
  name: string;
  count: number;
  value: string;
  share: string | undefined;
}
const columns: readonly Column<Row>[] = [
  { key: 'step', header: texts.step, render: ({ name }) => name },
  { key: 'count', header: texts.count, figures: true, render: ({ value }) => value },
  { key: 'share', header: texts.share, figures: true, render: ({ share }) => share ?? '–' },
];

export function FunnelSection({ analytics: { funnel, heardSince, zone }, ...saving }: ChartPartProps) {
  const rows = funnelSteps.map((step, at): Row => {
    const above = funnelSteps[at - 1];
    // No share where the steps count different items: before fetched items were counted, and for posts that were imported.
    const isKnown = above !== undefined && !(heardSince !== null && at <= 2) && funnel[step] <= funnel[above];
    return {
      name: stepNames[step],
      count: funnel[step],
      value: fullNumber(funnel[step]),
      share: isKnown ? formatShare(funnel[step], funnel[above]) : undefined,
    };
  });
  const since =
    heardSince === null
      ? ''
      : texts.readSince(new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: zone }).format(new Date(heardSince)));
  return (
    <ChartSection
      title={texts.funnel}
      caption={texts.funnelCaption}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      note={texts.funnelNote(funnel.dismissed) + since}
      {...saving}
    >
      <Funnel caption={texts.funnelCaption} stages={rows} />
    </ChartSection>
  );
}

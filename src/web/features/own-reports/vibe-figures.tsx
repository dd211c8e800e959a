import type { Spread, Share } from '#shared/own-reports.ts';
import type { VibeFindings } from '#shared/vibe.ts';
import { fullNumber } from '#web/lib/format.ts';
import { Section } from '#web/ui/page.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { vibeTexts as texts } from './texts.ts';
import { numberRange, plainNumber, formatSample, shareRange, formatShare } from './vibe-sections.tsx';

interface Row {
  measure: string;
  value: string;
  range: string;
  sample: string;
}
const columns: readonly Column<Row>[] = [
  { key: 'measure', header: texts.measure, render: ({ measure }) => measure },
  { key: 'value', header: texts.value, figures: true, render: ({ value }) => <b className="font-medium">{value}</b> },
  { key: 'sample', header: texts.sample, figures: true, render: ({ sample }) => sample },
  { key: 'range', header: texts.range, figures: true, render: ({ range }) => <span className="text-muted">{range}</span> },
];

const shareRow = (measure: string, share: Share): Row => ({
  measure,
  value: formatShare(share),
  range: shareRange(share),
  sample: formatSample(share),
});
function spreadRows(spread: Spread | null, median: string, middle: string): Row[] {
  if (!spread) return [];
  const sample = fullNumber(spread.n);
  return [
    { measure: median, value: plainNumber(spread.median), range: numberRange(spread), sample },
    { measure: middle, value: numberRange({ low: spread.q1, high: spread.q3 }), range: '', sample },
  ];
}

/** Every figure with its sample size and likely range. */
export function FiguresSection({ findings }: { findings: VibeFindings }) {
  const { scores, lengths, questions, links, promotion } = findings;
  const rows = [
    ...spreadRows(scores, texts.scores, texts.scoreMiddle),
    ...spreadRows(lengths, texts.lengths, texts.lengthMiddle),
    shareRow(texts.questions, questions),
    shareRow(texts.links, links),
    ...(promotion ? [shareRow(texts.promotion, promotion.share)] : [{ measure: texts.promotion, value: '–', range: '', sample: '–' }]),
  ];
  return (
    <Section title={texts.figures} bare>
      <Table caption={texts.figures} columns={columns} rows={rows} rowKey={({ measure }) => measure} />
      <p className="mt-2 text-12 wrap-anywhere text-muted">{promotion ? texts.countedBy(promotion.names) : texts.noPromotion}</p>
    </Section>
  );
}

type Community = VibeFindings['communities'][number];
const communityColumns: readonly Column<Community>[] = [
  { key: 'name', header: texts.community, render: ({ name }) => <span className="wrap-anywhere">r/{name}</span> },
  { key: 'share', header: texts.share, figures: true, render: ({ share }) => <b className="font-medium">{formatShare(share)}</b> },
  {
    key: 'range',
    header: texts.range,
    figures: true,
    optional: true,
    render: ({ share }) => <span className="text-muted">{shareRange(share)}</span>,
  },
  { key: 'sample', header: texts.sample, figures: true, render: ({ share }) => formatSample(share) },
  {
    key: 'score',
    header: texts.medianScore,
    figures: true,
    render: ({ scores }) => (scores ? <span title={formatSample({ k: scores.n, n: scores.n })}>{plainNumber(scores.median)}</span> : '–'),
  },
];

export function CommunitiesSection({ findings: { communities } }: { findings: VibeFindings }) {
  return (
    <Section title={texts.communities} bare>
      <Table caption={texts.communities} columns={communityColumns} rows={communities} rowKey={({ name }) => name} />
    </Section>
  );
}

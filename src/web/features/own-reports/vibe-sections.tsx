import type { Share, Spread } from '#shared/health.ts';
import type { VibeFindings } from '#shared/vibe.ts';
import { fullNumber, percentText } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { HeatLegend, HeatMap } from '#web/ui/heat-map.tsx';
import { Meter } from '#web/ui/progress.tsx';
import { Section } from '#web/ui/page.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { Quotes } from './report-frame.tsx';
import { vibeTexts as texts, weekdays } from './texts.ts';

/** 0.075 is "7.5%", 0.25 is "25%". */
export function percent(share: number): string {
  const figure = share * 100;
  return percentText(share, figure > 0 && figure < 10 && Math.round(figure * 10) % 10 !== 0 ? 1 : 0);
}

export const formatShare = ({ k, n }: Pick<Share, 'k' | 'n'>): string => (n === 0 ? '–' : percent(k / n));
export const formatSample = ({ k, n }: Pick<Share, 'k' | 'n'>): string => t('{k} of {n}', { k: fullNumber(k), n: fullNumber(n) });
/** The confidence interval. */
export const shareRange = ({ low, high }: Pick<Share, 'low' | 'high'>): string =>
  t('{low} to {high}', { low: percent(low), high: percent(high) });
/** "7" and "7.5". */
export const plainNumber = (value: number): string => fullNumber(Math.round(value * 10) / 10);
export const numberRange = ({ low, high }: { low: number; high: number }): string =>
  low === high ? plainNumber(low) : t('{low} to {high}', { low: plainNumber(low), high: plainNumber(high) });

interface Row {
  hour: string;
  counts: readonly number[];
}
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** A column per weekday, because 24 columns fit nowhere. */
const columns: readonly Column<Row>[] = [
  { key: 'hour', header: texts.hour, render: ({ hour }) => hour },
  ...weekdays.map((weekday, at) => ({ key: weekday, header: weekday, figures: true, render: ({ counts }: Row) => counts[at] ?? 0 })),
];

export function HoursSection({ hours: { n, cells }, zone }: Pick<VibeFindings, 'hours'> & { zone: string }) {
  const caption = texts.hoursCaption(zone);
  const legend = (
    <span className="max-md:hidden">
      <HeatLegend fewer={texts.fewer} more={texts.more} />
    </span>
  );
  return (
    <Section title={texts.hours} aside={legend}>
      <p className="py-3 text-13 text-muted">{texts.hoursNote(n, zone)}</p>
      <HeatMap
        caption={caption}
        rows={weekdays}
        columns={hours}
        labelEvery={3}
        cells={cells}
        titleOf={(row, column) => texts.cell(weekdays[row] ?? '', hours[column] ?? '', cells[row]?.[column] ?? 0)}
      />
      <details className="mt-3 text-12">
        <summary className="inline-flex w-fit items-center rounded-sm font-medium text-primary underline-offset-3 hover:underline max-md:min-h-10">
          {texts.asTable}
        </summary>
        <Table
          caption={caption}
          columns={columns}
          rows={hours.map((hour, at) => ({ hour: `${hour}:00`, counts: weekdays.map((_, day) => cells[day]?.[at] ?? 0) }))}
          rowKey={({ hour }) => hour}
          className="mt-1"
        />
      </details>
    </Section>
  );
}

export function ToneSection({ tone }: Pick<VibeFindings, 'tone'>) {
  return (
    <Section title={texts.tone}>
      <ul className="flex flex-col gap-3 pt-3">
        {tone.map(({ tone: name, share }) => (
          <li key={name}>
            <p className="mb-1 flex justify-between gap-2 text-13">
              {texts.tones[name]}
              <span className="text-muted tabular-nums" title={shareRange(share)}>
                <b className="font-medium text-text">{formatShare(share)}</b> ({formatSample(share)})
              </span>
            </p>
            <Meter label={texts.tones[name]} value={share.k} max={share.n} tone={name === 'friendly' ? 'primary' : 'muted'} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-12 text-muted">{texts.toneNote}</p>
    </Section>
  );
}

export function TopicsSection({ topics }: Pick<VibeFindings, 'topics'>) {
  return (
    <Section title={texts.topics}>
      {topics.length === 0 ? <p className="pt-3 text-muted">{texts.noTopics}</p> : null}
      <ul>
        {topics.map(({ word, share, quotes }) => (
          <li key={word} className="border-b border-line py-4 last:border-b-0">
            <h3 className="mb-2 text-14 font-semibold wrap-anywhere">
              {word} <span className="text-13 font-normal text-muted tabular-nums">{texts.topicIn(formatSample(share))}</span>
            </h3>
            <Quotes quotes={quotes} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface FigureRow {
  measure: string;
  value: string;
  range: string;
  sample: string;
}
const figureColumns: readonly Column<FigureRow>[] = [
  { key: 'measure', header: texts.measure, render: ({ measure }) => measure },
  { key: 'value', header: texts.value, figures: true, render: ({ value }) => <b className="font-medium">{value}</b> },
  { key: 'sample', header: texts.sample, figures: true, render: ({ sample }) => sample },
  { key: 'range', header: texts.range, figures: true, render: ({ range }) => <span className="text-muted">{range}</span> },
];

const shareRow = (measure: string, share: Share): FigureRow => ({
  measure,
  value: formatShare(share),
  range: shareRange(share),
  sample: formatSample(share),
});
function spreadRows(spread: Spread | null, median: string, middle: string): FigureRow[] {
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
      <Table caption={texts.figures} columns={figureColumns} rows={rows} rowKey={({ measure }) => measure} />
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

import { useId } from 'react';
import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';

/** Half hours, oldest first: items read, null where reading failed, -1 where nothing was scheduled. */
type CoverageSlots = readonly (number | null)[];

/** Consecutive failed half hours, as start and length. */
export function failedRuns(slots: CoverageSlots): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  slots.forEach((slot, index) => {
    if (slot !== null) return;
    const last = runs.at(-1);
    if (last && last.from + last.length === index) last.length += 1;
    else runs.push({ from: index, length: 1 });
  });
  return runs;
}

const hours = (halves: number) => `${halves / 2} h`;

/** Text alternative of the strip for screen readers. */
export function describeCoverage(slots: CoverageSlots): string {
  const read = slots.filter((slot): slot is number => slot !== null && slot >= 0);
  const items = read.reduce((sum, slot) => sum + slot, 0);
  const failed = slots.filter((slot) => slot === null).length;
  const unplanned = slots.filter((slot) => slot === -1).length;
  const summary =
    read.length === 0
      ? t('nothing read')
      : items === 0
        ? t('nothing new')
        : t('{items, plural, one {# item} other {# items}} read', { items });
  const [couldnt, time] = [slots.at(-1) === null, hours(failed)];
  return [
    t('Last {hours}: {summary}', { hours: hours(slots.length), summary }),
    failed > 0 ? (couldnt ? t("couldn't read for {time}, still failing", { time }) : t("couldn't read for {time}", { time })) : '',
    unplanned > 0 ? t('not scheduled for {time}', { time: hours(unplanned) }) : '',
  ]
    .filter(Boolean)
    .join('; ');
}

const step = 3;
const barWidth = 2;
const height = 20;
const foot = 18;

const none: readonly number[] = [];

interface CoverageStripProps {
  slots: CoverageSlots;
  /** Indexes (0 is the oldest) of half hours with more items than one request returns. */
  gaps?: readonly number[];
  /** What was read, such as "r/freelance". */
  label: string;
  className?: string;
}

/** 24 hours of coverage in half hours. Height: items read. Flat: nothing new. Hatched: couldn't read. Pale: not scheduled. */
export function CoverageStrip({ slots, gaps = none, label, className }: CoverageStripProps) {
  const hatch = useId();
  const width = Math.max(slots.length, 1) * step;
  const max = Math.max(7, ...slots.map((slot) => slot ?? 0));
  const text = `${label}. ${describeCoverage(slots)}${gaps.length > 0 ? t('; some items were missed') : ''}`;
  const bar = (slot: number | null, index: number) => {
    if (slot === null) return null;
    const tall = slot > 0 ? 4 + (slot / max) * 12 : 2;
    const look = slot > 0 ? 'fill-primary' : slot === 0 ? 'fill-control' : 'fill-border';
    return <rect key={index} className={look} x={index * step} y={foot - tall} width={barWidth} height={tall} />;
  };
  return (
    <svg role="img" aria-label={text} viewBox={`0 0 ${width} ${height}`} className={cx('block h-5 max-w-full', className ?? 'w-36')}>
      <title>{text}</title>
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.5" height="4" className="fill-bad-mark" />
        </pattern>
      </defs>
      {slots.map(bar)}
      {failedRuns(slots).map(({ from, length }) => (
        <rect
          key={from}
          className="stroke-bad-mark"
          fill={`url(#${hatch})`}
          x={from * step + 0.5}
          y={4.5}
          width={Math.max(length * step - 2, 2)}
          height={13}
        />
      ))}
      {gaps.map((index) => (
        <path key={`gap-${index}`} className="fill-warn-mark" d={`M${index * step - 1.5} 3.5l2.5-3.5 2.5 3.5z`} />
      ))}
    </svg>
  );
}

const legend = [
  { look: 'size-2 rounded-[1px] bg-primary', text: t('Items read') },
  { look: 'h-0.5 w-3 bg-control', text: t('Nothing new') },
  { look: 'legend-hatch h-2 w-3', text: t("Couldn't read") },
  { look: 'legend-gap h-[5px] w-2', text: t('Gap: some items were missed') },
  { look: 'h-0.5 w-3 bg-border', text: t('Not scheduled') },
];

/** Legend; show it once below a list of strips. */
export function CoverageLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
      {legend.map(({ look, text }) => (
        <li key={text} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <span aria-hidden className={look} />
          {text}
        </li>
      ))}
    </ul>
  );
}

import { reasonText } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';
import { EvidenceTags } from './evidence.tsx';
import { Score, scoreBand, type ScoreBand } from './score.tsx';

export interface Reason {
  name: string;
  /** Points it contributes, 0 to `max`. */
  points: number;
  /** Points it can contribute: its weight. */
  max: number;
  message: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const percent = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`;

/** Explains a score. Each track is as long as its weight, so that the filled parts add up to the score. Letters need an EvidenceProvider around them. */
export function WhyBars({ reasons, columns = 1 }: { reasons: readonly Reason[]; columns?: 1 | 2 }) {
  const longest = Math.max(...reasons.map(({ max }) => max), 0);
  return (
    <ul className={columns === 2 ? 'grid grid-cols-2 gap-x-6 gap-y-3.5 max-md:grid-cols-1 max-md:gap-y-3' : 'flex flex-col gap-2.5'}>
      {reasons.map(({ name, points, max, message }) => (
        <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2 gap-y-[3px]">
          <span className="flex items-center gap-1 text-13 leading-4 font-medium">
            {t(capital(name))}
            <EvidenceTags reason={name} />
          </span>
          <span className="text-12 text-muted tabular-nums">
            <b className="font-semibold text-text">{Math.round(points)}</b>
            <span aria-hidden>/</span>
            <span className="sr-only"> {t('of')} </span>
            {Math.round(max)}
          </span>
          <span
            aria-hidden
            className="col-span-full block h-1 min-w-6 overflow-hidden rounded-xs bg-border"
            style={{ width: percent(max, longest) }}
          >
            <span className="block h-full bg-primary" style={{ width: percent(points, max) }} />
          </span>
          <span className="col-span-full text-12 text-muted">{reasonText(message)}</span>
        </li>
      ))}
    </ul>
  );
}

const verdicts: Record<ScoreBand, string> = {
  none: t('Not scored yet'),
  low: t('Weak match'),
  good: t('Possible match'),
  hot: t('Strong match'),
};

interface ScoreSummaryProps {
  value: number | null;
  /** Name of the scorer. */
  by: string;
  className?: string;
}

/** The score in the reader's margin, with its label. */
export function ScoreSummary({ value, by, className }: ScoreSummaryProps) {
  return (
    <div className={cx('flex min-h-10 items-center gap-3', className)}>
      <Score value={value} size="lg" />
      <p className="text-13 leading-[18px]">
        <b className="font-semibold">{verdicts[scoreBand(value)]}</b>
        <br />
        <span className="text-muted">{by}</span>
      </p>
    </div>
  );
}

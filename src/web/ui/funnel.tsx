import { scaleSymlog } from 'd3-scale';
import { cx } from './class-names.ts';

interface FunnelStage<K extends string> {
  key: K;
  name: string;
  count: number;
  /** The formatted count. */
  value: string;
  /** The formatted share of the step above, if there is one. */
  share?: string | undefined;
}

const width = 1000;
const height = 16;
/** A nonzero step is always visible. */
const minPercent = 4;

interface FunnelProps<K extends string> {
  caption: string;
  stages: readonly FunnelStage<K>[];
  selected?: K | undefined;
  onSelect: (stage: K) => void;
}

/** Steps that are each a part of the one above, as bars on a log scale; the selected one is highlighted, else the last. */
export function Funnel<K extends string>({ caption, stages, selected, onSelect }: FunnelProps<K>) {
  const scale = scaleSymlog([0, Math.max(1, ...stages.map(({ count }) => count))], [0, width]);
  const highlighted = selected ?? stages.at(-1)?.key;
  return (
    <ol aria-label={caption} className="flex flex-col text-13">
      {stages.map(({ key, name, count, value, share }) => (
        <li key={key}>
          <button
            type="button"
            aria-pressed={key === selected}
            onClick={() => onSelect(key)}
            className={cx(
              '-mx-2 grid h-9 w-[calc(100%+16px)] grid-cols-[104px_minmax(0,1fr)_56px_56px] items-center gap-x-4 rounded-md px-2 text-left transition-colors max-md:h-10 max-md:grid-cols-[96px_minmax(0,1fr)_56px_48px] max-md:gap-x-2.5',
              key === selected ? 'bg-primary-soft' : 'hover:bg-hover',
            )}
          >
            <span className={cx('font-medium', key === selected && 'text-primary')}>{name}</span>
            <svg aria-hidden viewBox={`0 0 ${String(width)} ${String(height)}`} preserveAspectRatio="none" className="h-4 w-full">
              <rect
                width={count === 0 ? 0 : Math.max(minPercent, scale(count))}
                height={height}
                className={key === highlighted ? 'fill-primary' : 'fill-primary-line'}
              />
            </svg>
            <b className="text-right font-semibold tabular-nums">{value}</b>
            <span className="text-right text-muted tabular-nums">{share}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

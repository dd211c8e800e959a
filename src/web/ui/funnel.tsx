import { scaleSymlog } from 'd3-scale';
import { cx } from './class-names.ts';

export interface FunnelStage {
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

/** Steps that are each a part of the one above, as bars on a log scale; the last one is highlighted. */
export function Funnel({ caption, stages }: { caption: string; stages: readonly FunnelStage[] }) {
  const scale = scaleSymlog([0, Math.max(1, ...stages.map(({ count }) => count))], [0, width]);
  return (
    <ol aria-label={caption} className="flex flex-col text-13">
      {stages.map(({ name, count, value, share }, index) => (
        <li
          key={name}
          className="grid h-9 grid-cols-[104px_minmax(0,1fr)_56px_56px] items-center gap-x-4 max-md:grid-cols-[96px_minmax(0,1fr)_56px_48px] max-md:gap-x-2.5"
        >
          <span className="font-medium">{name}</span>
          <svg aria-hidden viewBox={`0 0 ${String(width)} ${String(height)}`} preserveAspectRatio="none" className="h-4 w-full">
            <rect
              width={count === 0 ? 0 : Math.max(minPercent, scale(count))}
              height={height}
              className={cx(index === stages.length - 1 ? 'fill-primary' : 'fill-primary-line')}
            />
          </svg>
          <b className="text-right font-semibold tabular-nums">{value}</b>
          <span className="text-right text-muted tabular-nums">{share}</span>
        </li>
      ))}
    </ol>
  );
}

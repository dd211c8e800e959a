import { scaleQuantize } from 'd3-scale';
import { Fragment } from 'react';
import { cx } from './class-names.ts';

const levels = [1, 2, 3, 4];

/** 0 for nothing, else 1 to 4 by quarters of the maximum. */
export const levelOf = (value: number, max: number): number =>
  value <= 0 || max <= 0 ? 0 : scaleQuantize().domain([0, max]).range(levels)(value);

interface HeatMapProps {
  /** Accessible name; the figures belong in a table beside it. */
  caption: string;
  rows: readonly string[];
  columns: readonly string[];
  /** Shows a label on every nth column. */
  labelEvery: number;
  /** One list per row, one figure per column. */
  cells: readonly (readonly number[])[];
  /** Shown on hover. */
  titleOf: (row: number, column: number) => string;
  /** The highlighted cell. */
  marked?: { row: number; column: number } | null | undefined;
}

const shades = ['bg-sunken', 'bg-primary/25', 'bg-primary/45', 'bg-primary/70', 'bg-primary'];

export function HeatLegend({ fewer, more }: { fewer: string; more: string }) {
  return (
    <span className="flex items-center gap-1 text-12 text-muted">
      {fewer}
      {shades.map((shade) => (
        <span key={shade} aria-hidden className={cx('h-2 w-4 rounded-[1px]', shade)} />
      ))}
      {more}
    </span>
  );
}

/** Figures by weekday and hour as shades of the accent. */
export function HeatMap({ caption, rows, columns, labelEvery, cells, titleOf, marked }: HeatMapProps) {
  const max = Math.max(0, ...cells.flat());
  return (
    <div
      role="img"
      aria-label={caption}
      className="grid grid-cols-[40px_repeat(24,minmax(0,1fr))] gap-0.5 text-12 text-muted max-md:grid-cols-[32px_repeat(24,minmax(0,1fr))] max-md:gap-px"
    >
      {rows.map((name, row) => (
        <Fragment key={name}>
          <span className="self-center">{name}</span>
          {columns.map((label, column) => (
            <span
              key={label}
              title={titleOf(row, column)}
              className={cx(
                'h-6 rounded-[2px]',
                shades[levelOf(cells[row]?.[column] ?? 0, max)],
                marked?.row === row && marked.column === column && 'z-1 outline-2 outline-offset-1 outline-text',
              )}
            />
          ))}
        </Fragment>
      ))}
      <span />
      {columns.map((label, column) => (
        <span key={label} className={cx('pt-1 whitespace-nowrap tabular-nums', column % (2 * labelEvery) !== 0 && 'max-md:invisible')}>
          {column % labelEvery === 0 ? label : ''}
        </span>
      ))}
    </div>
  );
}
